package manifests

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// byDSCP is a fabric with DSCP 24 and 26 lossless on priority 3.
var byDSCP = Expected{Lossless: 1<<24 | 1<<26, PFC: qos.Queues(3), DSCP: true, MTU: 9000}

var byTag = Expected{PFC: qos.Queues(3), PCP: true}

const (
	head  = "apiVersion: v1\nkind: "
	sound = head + `Pod
metadata: {name: train, namespace: gpu, annotations: {k8s.v1.cni.cncf.io/networks: gpu/rail0@net1}}
spec:
  containers:
  - env: [{name: NCCL_IB_TC, value: "106"}, {name: NCCL_IB_HCA, value: mlx5_0}]
    resources: {limits: {openshift.io/rail0_vfs: 1}}
    securityContext: {capabilities: {add: [IPC_LOCK]}}
---
` + head + `SriovNetwork
metadata: {name: rail0}
spec: {resourceName: rail0_vfs, metaPlugins: '{"type":"rdma"}'}
---
` + head + `SriovNetworkNodePolicy
metadata: {name: rail0}
spec: {resourceName: rail0_vfs, isRdma: true, mtu: 9000, priority: 10}
---
` + head + `NicConfigurationTemplate
metadata: {name: cx7}
spec: {template: {roceOptimized: {enabled: true, qos: {trust: dscp, pfc: "0,0,0,1,0,0,0,0", tos: 104}}}}
---
` + head + `NetworkPolicy
metadata: {name: web}
spec: {podSelector: {}, ingress: [{ports: [{protocol: TCP, port: 443}]}]}
`
)

func TestSound(t *testing.T) {
	for _, fault := range faults(t, sound, byDSCP) {
		t.Errorf("%s", fault)
	}
}

// faults are what is said of a text: "error Pod gpu/train:4 text".
func faults(t *testing.T, text string, want Expected) (said []string) {
	t.Helper()
	docs, err := Read("x.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Judge(docs, want) {
		severity := map[vendors.Severity]string{vendors.Error: "error", vendors.Warning: "warning"}[f.Severity]
		said = append(said, fmt.Sprintf("%s %s:%d %s", severity, f.Object, f.Line, f.Text))
	}
	return said
}

func TestFaults(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"podSelector: {}", "priority: 100", "error NetworkPolicy web:28 a NetworkPolicy has no priority"},
		{"port: 443", "port: 4791", "warning NetworkPolicy web:28 it is about UDP 4791"},
		{"tos: 104", "tos: 0", "error NicConfigurationTemplate cx7:23 packets leave with tos 0, DSCP 0: that is in no lossless class of the fabric, whose are DSCP 24,26"},
		{", tos: 104", "", "error NicConfigurationTemplate cx7:23 packets leave with tos 0, DSCP 0, which is what the operator sets where nothing is said"},
		{", qos: {trust: dscp, pfc: \"0,0,0,1,0,0,0,0\", tos: 104}", "", "error NicConfigurationTemplate cx7:23 packets leave with tos 0"},
		{"tos: 104", "tos: 107", ""},
		{"0,0,0,1,0,0,0,0", "0,0,0,1,1,0,0,0", "error NicConfigurationTemplate cx7:23 the card pauses priorities 3,4, and the fabric 3"},
		{"trust: dscp", "trust: pcp", "error NicConfigurationTemplate cx7:23 the card goes by the tag, and the ports of the fabric by DSCP"},
		{"enabled: true, qos: {trust: dscp", "enabled: false, qos: {trust: pcp", ""},
		{`value: "106"`, `value: "104"`, ""},
		{`value: "106"`, `value: "192"`, "error Pod gpu/train:6 NCCL_IB_TC is 192, DSCP 48: that is in no lossless class of the fabric, whose are DSCP 24,26"},
		{`{name: NCCL_IB_TC, value: "106"}, `, "", "warning Pod gpu/train:6 NCCL uses RDMA and is not told a traffic class"},
		{"NCCL_IB_TC", "UCX_IB_TRAFFIC_CLASS", ""},
		{"add: [IPC_LOCK]", "add: [NET_RAW]", "warning Pod gpu/train:6 no container may lock memory (IPC_LOCK)"},
		{"capabilities: {add: [IPC_LOCK]}", "privileged: true", ""},
		{"openshift.io/rail0_vfs: 1", "cpu: 1", "error Pod gpu/train:3 it is in a network of RDMA, and no container asks for a device"},
		{"metaPlugins", "vlanQoS: 3, metaPlugins", "warning SriovNetwork rail0:13 vlanQoS 3 decides nothing"},
		{"mtu: 9000", "mtu: 9001", "error SriovNetworkNodePolicy rail0:18 packets of up to 9001 bytes leave, and the fabric takes 9000"},
	} {
		got := faults(t, strings.Replace(sound, test.old, test.new, 1), byDSCP)
		switch {
		case test.want == "" && len(got) > 0 || test.want != "" && len(got) != 1:
			t.Errorf("%s: %q", test.new, got)
		case test.want != "" && !strings.HasPrefix(got[0], test.want):
			t.Errorf("%s: %s\nwant %s", test.new, got[0], test.want)
		}
	}
}

func TestTags(t *testing.T) {
	const network = head + "SriovNetwork\nmetadata: {name: a}\nspec: {vlanQoS: "
	for text, want := range map[string]string{
		network + "3}": "[]",
		network + "4}": "[error SriovNetwork a:4 vlanQoS 4 is no lossless priority of the fabric, whose are 3]",
		head + "NicConfigurationTemplate\nmetadata: {name: a}\nspec: {template: {roceOptimized: {enabled: true}}}": "[error NicConfigurationTemplate a:4 the card goes by DSCP, and the ports of the fabric by the tag]",
	} {
		if got := fmt.Sprint(faults(t, text, byTag)); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// TestNothingExpected: without a fabric only what is wrong by itself is found.
func TestNothingExpected(t *testing.T) {
	text := strings.NewReplacer("tos: 104", "tos: 0", "podSelector: {}", "priority: 1", `"106"`, `"0"`).Replace(sound)
	if got := faults(t, text, Expected{}); len(got) != 1 || !strings.Contains(got[0], "has no priority") {
		t.Errorf("%q", got)
	}
}

// TestTemplates: pods are found in lists, and however deep.
func TestTemplates(t *testing.T) {
	const text = `apiVersion: v1
kind: List
items:
- apiVersion: kubeflow.org/v2beta1
  kind: MPIJob
  metadata: {name: ring}
  spec:
    mpiReplicaSpecs:
      Worker:
        template:
          spec:
            containers:
            - resources: {limits: {rdma/hca: 1}}
- apiVersion: k8s.ovn.org/v1alpha1
  kind: NetworkQoS
  metadata: {name: mark}
  spec: {egress: [{dscp: 26}, {dscp: 10}]}
---
not: an object
---
apiVersion: v1
kind: Secret
metadata: {name: s}
stringData: {password: hunter2}
`
	got := fmt.Sprint(faults(t, text, byDSCP))
	if !strings.HasPrefix(got, "[warning MPIJob ring:13 no container may lock") || !strings.Contains(got, "warning NetworkQoS mark:17 it marks packets") || strings.Count(got, "warning") != 2 {
		t.Error(got)
	}
}

// TestAlias: what an alias stands for counts.
func TestAlias(t *testing.T) {
	const text = "apiVersion: a\nkind: NicConfigurationTemplate\nmetadata: {name: a}\nx: &qos {tos: 104}\nspec: {template: {roceOptimized: {qos: *qos}}}\n"
	if got := faults(t, text, byDSCP); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

func TestNoYAML(t *testing.T) {
	for _, text := range []string{"a: [", "a: {{ .Values.x }}\n- b", "\x00"} {
		if _, err := Read("x", []byte(text)); err == nil || !strings.Contains(err.Error(), "it is no YAML") {
			t.Errorf("%q: %v", text, err)
		}
	}
	loop := "apiVersion: v1\nkind: Pod\nspec: &a\n  containers: [*a]\n  ports: *a\n"
	if docs, err := Read("x", []byte(loop)); err == nil {
		Judge(docs, byDSCP) // it ends
	}
}
