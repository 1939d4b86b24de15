device "leaf1" {
  vendor   = "nxos"
  platform = "N9K-C93600CD-GX"
  release  = "10.4(3)"
  address  = "192.0.2.11"
  role     = "leaf"

  credentials = "ops"

  ports "Ethernet1/1-4" {
    role  = "host"
    speed = "100G"
    cable = "3m"
  }

  ports "Ethernet1/29-30" {
    role  = "fabric"
    speed = "100G"
    cable = "40m"
    mode  = "l3"
  }
}

device "leaf2" {
  vendor   = "cloudengine"
  platform = "CE8855"
  release  = "V300R023C00"
  address  = "192.0.2.12"
  role     = "leaf"

  credentials = "ops"

  ports "100GE1/0/1-4" {
    role  = "host"
    speed = "100G"
    cable = "3m"
  }

  ports "100GE1/0/29-30" {
    role  = "fabric"
    speed = "100G"
    cable = "40m"
    mode  = "l3"
  }
}

# An older leaf, whose hosts tag: it trusts 802.1p from them, and counts for PFC by nothing else.
device "leaf3" {
  vendor   = "cloudengine"
  platform = "CE6865-48S8CQ-EI"
  release  = "V200R019C10"
  address  = "192.0.2.13"
  role     = "leaf"

  credentials = "ops"

  ports "25GE1/0/1-4" {
    role  = "host"
    speed = "25G"
    cable = "3m"
    trust = "pcp"
  }

  ports "100GE1/0/49-50" {
    role  = "fabric"
    speed = "100G"
    cable = "40m"
    mode  = "l3"
  }
}

# It runs the stock tables of its ASIC with the operator's numbers. The stock drop profile is handed to weft, which then edits that one
# row: no port has to be bound to another one, and goes down for it.
device "leaf4" {
  vendor   = "sonic"
  platform = "Arista-7050CX3-32S-C32"
  release  = "202511"
  address  = "192.0.2.14"
  role     = "leaf"

  credentials = "ops"

  adopt "WRED_PROFILE|AZURE_LOSSLESS" {
    as = "ecn:roce"
  }

  ports "Ethernet0-12" {
    role  = "host"
    speed = "100G"
    cable = "3m"
  }

  ports "Ethernet112-116" {
    role  = "fabric"
    speed = "100G"
    cable = "40m"
    mode  = "l3"
  }
}
