# What the whole fabric does with traffic. All files of this directory together are one intent; weft reads them in any order.
# Every block and attribute is described in docs/language.md.

fabric "pod1" {
  prefix = "WEFT" # every object that weft creates on a switch starts with this
  mtu    = 9216   # largest IP packet
}

# RDMA over Ethernet. One number says it all: queue 3 is traffic class, queue and PFC priority on every switch.
traffic_class "roce" {
  dscp      = [26]
  pcp       = [3]
  queue     = 3
  lossless  = true
  bandwidth = 50 # percent of what strict classes leave

  # Switches mark packets before they pause senders: nothing below min, everything above max.
  ecn {
    min         = "150KiB"
    max         = "1500KiB"
    probability = 7
  }

  # Faster ports need longer queues for the same time. What is left out comes from the block above.
  ecn "400G" {
    min = "950KiB"
    max = "3000KiB"
  }
}

# Congestion notifications tell senders to slow down. They are few, and late ones are useless.
traffic_class "cnp" {
  dscp   = [48]
  queue  = 6
  strict = true
  max    = "10%" # a strict class with a limit cannot starve the others
}

# Packets that no class names.
traffic_class "best_effort" {
  default   = true
  bandwidth = 50
}

# What switches do about a queue that its peer keeps paused.
pfc_watchdog {
  action = "drop"
}

# What the hosts' network cards do. weft checks that switches and hosts agree.
host_nic "cx7" {
  trust     = "dscp"
  pfc       = [3]
  roce_dscp = 26
  cnp_dscp  = 48
  mtu       = 9000
}

# Settings with a name, for ports that list it.
profile "gpu" {
  trust    = "dscp"
  host_nic = "cx7"
}
