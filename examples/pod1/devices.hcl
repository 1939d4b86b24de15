locals {
  leaves = { for row in csvdecode(file("leaves.csv")) : row.name => row }
}

device "leaf" {
  for_each    = local.leaves
  name        = each.key
  vendor      = "nxos"
  platform    = "N9K-C9332D-GX2B"
  release     = var.release
  address     = each.value.address
  role        = "leaf"
  credentials = "ops"

  ports "Ethernet1/1-8" {
    role     = "host"
    speed    = "400G"
    cable    = "3m"
    profiles = ["gpu_port"]
  }

  ports "Ethernet1/9-10" {
    role     = "host"
    speed    = "100G"
    cable    = "5m"
    profiles = ["storage_port"]
  }

  ports "Ethernet1/31-32" {
    role     = "fabric"
    speed    = "400G"
    profiles = ["uplink"]
  }
}

device "spine" {
  for_each    = { spine1 = "192.0.2.21", spine2 = "192.0.2.22" }
  vendor      = "nxos"
  platform    = "N9K-C9332D-GX2B"
  release     = var.release
  address     = each.value
  role        = "spine"
  credentials = "ops"

  ports "Ethernet1/1-4" {
    role     = "fabric"
    speed    = "400G"
    profiles = ["uplink"]
  }
}
