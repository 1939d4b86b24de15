package headroom

import "github.com/weft-net/weft/qos"

// mlx5MinMTU is the least that the driver takes for the largest packet of a lossless buffer.
const mlx5MinMTU qos.Bytes = 9216

// MLX5XOFF is the room above XOFF that the Linux driver of ConnectX NICs reserves, with its integer arithmetic
// (drivers/net/ethernet/mellanox/mlx5/core/en/port_buffer.c, calculate_xoff). cable is in whole metres.
func MLX5XOFF(speed qos.BitsPerSecond, cable int, mtu qos.Bytes) qos.Bytes {
	mbps := max(int64(speed/qos.Mbps), 40_000)
	return qos.Bytes((301+216*int64(cable)/100)*mbps/1000 + 272*int64(mtu)/100)
}

// MLX5Buffer is the least receive buffer of a lossless priority on such a NIC.
func MLX5Buffer(speed qos.BitsPerSecond, cable int, mtu, cell qos.Bytes) qos.Bytes {
	return MLX5XOFF(speed, cable, mtu) + max(mtu, mlx5MinMTU) + cell
}
