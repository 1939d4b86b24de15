# A training pod: two spines, four leaves, GPU hosts with RoCE at 400G and storage hosts with TCP at 100G.
# All files of this directory together are one intent. docs/language.md describes every block and attribute.

variable "release" {
  description = "NX-OS release that the pod runs"
  default     = "10.4(3)"
}

fabric "pod1" {
  prefix      = "WEFT" # every object that weft creates on a switch starts with this
  mtu         = 9216   # largest IP packet
  latency_slo = "200us"
}

# What a switch does about a queue that its peer keeps paused.
pfc_watchdog {
  detect  = "200ms"
  restore = "400ms"
  action  = "drop"
}

# How `weft apply` will go across the pod: one leaf first, then a quarter, then the rest.
rollout {
  canary = ["leaf4"]
  waves  = ["25%", "100%"]
  soak   = "5m"
  budget = 0
}

credentials "ops" {
  username = "weft"
  env      = "WEFT_PASSWORD"
}
