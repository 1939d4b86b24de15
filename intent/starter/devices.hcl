# The switches, and what is plugged into them.

locals {
  leaves = { for row in csvdecode(file("leaves.csv")) : row.name => row }
}

# One device for each row of leaves.csv.
device "leaf" {
  for_each    = local.leaves
  name        = each.key
  vendor      = "nxos"
  platform    = "N9K-C9332D-GX2B"
  release     = "10.4(3)"
  address     = each.value.address
  role        = "leaf"
  credentials = "ops"

  ports "Ethernet1/1-4" {
    role     = "host"
    speed    = "400G"
    cable    = "3m"
    profiles = ["gpu"]
  }

  ports "Ethernet1/32" {
    role  = "fabric"
    speed = "400G"
    cable = "40m"
  }
}

device "spine1" {
  vendor      = "nxos"
  platform    = "N9K-C9332D-GX2B"
  release     = "10.4(3)"
  address     = "192.0.2.21"
  role        = "spine"
  credentials = "ops"

  ports "Ethernet1/1-2" {
    role  = "fabric"
    speed = "400G"
    cable = "40m"
  }
}

link {
  for_each = local.leaves
  ends     = ["${each.key}:Ethernet1/32", "spine1:${each.value.spine_port}"]
}

# Where the password for the switches is. weft reads it when it connects, and only then.
credentials "ops" {
  username = "weft"
  env      = "WEFT_PASSWORD"
}
