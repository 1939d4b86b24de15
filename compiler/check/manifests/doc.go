// Package manifests judges Kubernetes manifests against a fabric: whether pods, network cards and policies ask for what the fabric gives.
//
// It owns what is known of these objects: that a NetworkPolicy is no QoS and does not see RDMA, where the DSCP of a RoCE packet comes from,
// what a pod needs to register memory. It reads documents and is told what the fabric expects. It must never talk to a cluster, and never
// quote what an object holds beside names and the numbers that it judges.
package manifests
