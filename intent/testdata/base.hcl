fabric "pod1" {
  prefix = "WEFT"
}

traffic_class "roce" {
  dscp      = [24, 26]
  pcp       = [3]
  queue     = 3
  lossless  = true
  bandwidth = 50

  ecn {
    min         = "150KiB"
    max         = "1500KiB"
    probability = 7
  }
}

traffic_class "cnp" {
  dscp   = [48]
  queue  = 6
  strict = true
}

traffic_class "best_effort" {
  default   = true
  bandwidth = 50
}
