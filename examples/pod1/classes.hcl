# What each kind of traffic gets, on every switch. `queue` is traffic class, queue, qos-group and PFC priority in one.

# RDMA data. Senders are told to slow down by ECN marks long before the switch has to pause them.
traffic_class "roce" {
  dscp      = [26]
  pcp       = [3]
  queue     = 3
  lossless  = true
  bandwidth = 50
  headroom  = "auto"

  ecn {
    min         = "150KiB"
    max         = "1500KiB"
    probability = 7
  }

  # A faster port drains a longer queue in the same time.
  ecn "400G" {
    min = "950KiB"
    max = "3000KiB"
  }
}

# NVMe over TCP.
traffic_class "storage" {
  dscp      = [18]
  queue     = 2
  bandwidth = 20
}

# Congestion notifications, and the routing protocols that share DSCP 48 with them: few packets that must not wait. A storm of them cannot
# starve the rest: what is strict has a cap.
traffic_class "cnp" {
  dscp   = [48]
  queue  = 7
  strict = true
  max    = "2%"
}

# Everything else.
traffic_class "best_effort" {
  default   = true
  queue     = 0
  bandwidth = 30
}
