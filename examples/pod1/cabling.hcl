# One link for each row of cabling.csv. weft compares speed and MTU of its two ends, and takes the cable's length from here.
link {
  for_each = { for row in csvdecode(file("cabling.csv")) : "${row.leaf}-${row.spine}" => row }
  ends     = ["${each.value.leaf}:${each.value.leaf_port}", "${each.value.spine}:${each.value.spine_port}"]
  cable    = "${each.value.metres}m"
}
