# What is plugged into the leaves. Precedence: fabric < profile < device < ports.

host_nic "cx7" {
  trust     = "dscp"
  pfc       = [3]
  roce_dscp = 26
  cnp_dscp  = 48
  mtu       = 9000
}

profile "gpu_port" {
  trust    = "dscp"
  host_nic = "cx7"
}

# Storage hosts send no RDMA. What they mark as such must not be able to pause the pod.
profile "storage_port" {
  trust = "dscp"

  override "roce" {
    lossless = false
  }
}

profile "uplink" {
  trust = "dscp"
  mode  = "l3"
}
