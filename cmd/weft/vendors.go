package main

import (
	_ "github.com/weft-net/weft/vendors/nxos" // registers itself
)
