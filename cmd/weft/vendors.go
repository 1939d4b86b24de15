package main

import (
	_ "github.com/weft-net/weft/vendors/cloudengine" // registers itself
	_ "github.com/weft-net/weft/vendors/nxos"        // likewise
	_ "github.com/weft-net/weft/vendors/sonic"       // likewise
)
