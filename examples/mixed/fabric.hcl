# One intent for the leaves of three vendors. All files of this directory together are one intent.

fabric "mixed" {
  prefix = "WEFT"
  mtu    = 9216
}

# RDMA data: 24 and 26 are what its hosts mark, 3 is the priority of those that tag.
traffic_class "roce" {
  dscp      = [24, 26]
  pcp       = [3]
  queue     = 3
  lossless  = true
  bandwidth = 60

  ecn {
    min         = "150KiB"
    max         = "1500KiB"
    probability = 7
  }
}

# Congestion notifications: few packets that must not wait. No `max` bounds them here: CloudEngine shapes only where the switch stores packets
# before it forwards them, and leaf4's ports would go down and up for it.
traffic_class "cnp" {
  dscp   = [48]
  pcp    = [6]
  queue  = 6
  strict = true
}

# Everything else. CloudEngine would send most code points to seven other queues by itself.
traffic_class "best_effort" {
  default   = true
  queue     = 0
  bandwidth = 40
}

pfc_watchdog {
  detect  = "200ms"
  restore = "400ms"
  action  = "drop"
}

# leaf1 changes first and alone; the others follow when it is well.
rollout {
  canary = ["leaf1"]
  soak   = "1s" # in a real fabric: minutes
}

# Where the password is, for switches that are real. The lab has its own.
credentials "ops" {
  username = "weft"
  env      = "WEFT_PASSWORD"
}
