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

# Storage hosts send no RDMA. What they mark as such must not be able to pause the pod, here or at the next switch: it is best effort
# on arrival, and leaves with the mark of that.
profile "storage_port" {
  trust   = "dscp"
  rewrite = "class"

  override "roce" {
    dscp     = []
    lossless = false
  }
}

profile "uplink" {
  trust = "dscp"
  mode  = "l3"
}
