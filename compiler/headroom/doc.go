// Package headroom computes how much a lossless queue may still receive after it told its sender to pause, and whether a
// switch has the memory for it.
//
// It owns the formula of the SONiC buffer manager, the bit-time model of IEEE and Cisco, the receive buffer of mlx5 NICs,
// dynamic thresholds and the sharing of a headroom pool, each constant with its source. It must never know a vendor's
// syntax or decide which packets, cables or switches there are: it is told.
package headroom
