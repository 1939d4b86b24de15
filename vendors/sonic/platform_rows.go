package sonic

import (
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

func stated[T any](v T, source string) fact[T]  { return fitting.Stated(v, source) }
func assumed[T any](v T, source string) fact[T] { return fitting.Assumed(v, source) }

// The names that the buffer managers and the stock templates give pools and profiles.
const (
	ingressLosslessPool = "ingress_lossless_pool"
	ingressLossyPool    = "ingress_lossy_pool"
	egressLosslessPool  = "egress_lossless_pool"
	egressLossyPool     = "egress_lossy_pool"

	ingressLosslessProfile = "ingress_lossless_profile"
	ingressLossyProfile    = "ingress_lossy_profile"
	egressLosslessProfile  = "egress_lossless_profile"
	egressLossyProfile     = "egress_lossy_profile"
	queueLossyProfile      = "q_lossy_profile"
)

// The sources of the numbers.
const (
	srcTemplate  = "sonic-buildimage: buffers_defaults_t0.j2 of the HWSKU"
	srcLookup    = "sonic-buildimage: pg_profile_lookup.ini of the HWSKU"
	srcASICTable = "sonic-buildimage: platform/mellanox/asic_table.j2"
	srcDynamic   = "sonic-buildimage: buffers_dynamic.json.j2"
	srcPattern   = "the pattern of other stock templates"
	srcUnits     = "sonic-buildimage: tables of the family are multiples of it"
)

// The chips. Cells of Broadcom chips are those that all numbers of their tables are multiples of.
var (
	chipTD2 = chip{name: "TD2", maker: broadcom, cell: stated[qos.Bytes](208, srcUnits)}
	chipTD3 = chip{name: "TD3", maker: broadcom, cell: stated[qos.Bytes](256, srcUnits)}
	chipTD4 = chip{name: "TD4", maker: broadcom}
	chipTH  = chip{name: "TH", maker: broadcom, cell: stated[qos.Bytes](208, srcUnits), parts: 4}
	chipTH2 = chip{name: "TH2", maker: broadcom, cell: stated[qos.Bytes](208, srcUnits), parts: 4}
	chipTH3 = chip{name: "TH3", maker: broadcom, cell: stated[qos.Bytes](254, srcUnits), parts: 2}
	chipTH4 = chip{name: "TH4", maker: broadcom, cell: stated[qos.Bytes](254, srcUnits), parts: 2}
	chipTH5 = chip{name: "TH5", maker: broadcom, cell: stated[qos.Bytes](254, srcUnits), parts: 2}

	chipSPC1 = spectrum("SPC1", 96, 13_945_824, headroomModel{pipeline: 19 << 10, laneSpeed: 25 * qos.Gbps}, vendors.Silicon{PeerBytes: peerBytes})
	chipSPC2 = spectrum("SPC2", 144, 34_287_552, headroomModel{pipeline: 19 << 10, laneSpeed: 50 * qos.Gbps}, vendors.Silicon{PeerBytes: peerBytes, FineCells: true})
	chipSPC3 = spectrum("SPC3", 144, 60_817_392, headroomModel{pipeline: 19 << 10, laneSpeed: 50 * qos.Gbps}, vendors.Silicon{PeerBytes: peerBytes, FineCells: true})
	chipSPC4 = spectrum("SPC4", 192, 158_229_504, headroomModel{pipeline: 19 << 10, laneSpeed: 100 * qos.Gbps, tile: true}, vendors.Silicon{Tile: true, Quanta800: 905})
	chipSPC5 = spectrum("SPC5", 192, 136_209_408, headroomModel{pipeline: 19 << 10, laneSpeed: 100 * qos.Gbps, tile: true}, vendors.Silicon{Tile: true})
	chipSPC6 = spectrum("SPC6", 256, 0, headroomModel{pipeline: 42 << 10, flat: 18 << 10}, vendors.Silicon{})

	chipTeralynx = chip{name: "Teralynx", caution: "weft does not know what its stock schedulers and buffers hold beyond the pools"}
	chipCisco    = chip{name: "Cisco-8000", maker: cisco, caution: "its buffers are in the vendor's own package and stay the switch's own"}
	chipJericho  = chip{
		name: "J2C+", maker: broadcom,
		refuse:       "queues of a chassis with virtual output queues have a host and an ASIC in their names, and weft writes those of single switches only",
		refuseSource: "sonic-yang-models: sonic-queue.yang",
	}
	chipGeneric = chip{name: "generic", caution: "its buffers are not known and stay the switch's own"}
)

// spectrum is an ASIC of Mellanox, now NVIDIA. memory is the size of the pool that lossless queues share, or 0 where no source states it.
// The silicon is what its published tables were computed with (pg_profile_lookup.ini): those of Spectrum-1 to 3 are older than pause quanta.
func spectrum(name string, cell, memory qos.Bytes, m headroomModel, s vendors.Silicon) chip {
	s.BareMTU = true
	c := chip{name: name, maker: mellanox, dynamic: true, cell: stated(cell, srcASICTable), headroom: &m, silicon: s}
	if memory != 0 {
		c.memory = stated(memory, srcTemplate)
	} else {
		c.caution = "no source states its buffer pools, which stay the switch's own, nor how many lanes its ports have: one with eight reserves more"
	}
	return c
}

// platformRows is the platform table. Adding a switch model is adding its name to a row, or a row.
var platformRows = []platformRow{
	{
		chip:   &chipTD3,
		models: []string{"Arista-7050CX3-32S-C32"},
		pools: stated([]bufferPool{
			{name: ingressLosslessPool, size: 32_732_160, xoff: 1_622_016},
			{name: egressLosslessPool, egress: true, static: true, size: 32_599_040},
			{name: egressLossyPool, egress: true, size: 24_709_632},
		}, srcTemplate),
		profiles: stated(stockProfiles{
			ingressLossy:   stockProfile{name: ingressLossyProfile, pool: ingressLosslessPool, static: 32_732_160},
			egressLossless: stockProfile{name: egressLosslessProfile, pool: egressLosslessPool, static: 32_599_040},
			egressLossy:    stockProfile{name: egressLossyProfile, pool: egressLossyPool, size: 1792, alpha: 3},
		}, srcTemplate),
		lookup: stated(lookupTable{whole: true, lines: alikeLines(
			[]qos.BitsPerSecond{10 * qos.Gbps, 50 * qos.Gbps, 100 * qos.Gbps}, usualLengths,
			lookupLine{size: 4608, xon: 4608, xoff: 160_000, xonOffset: 4608})}, srcLookup),
	},
	{
		chip:   &chipTD3,
		models: []string{"DellEMC-S5232f-C32"},
		pools: stated([]bufferPool{
			{name: ingressLosslessPool, size: 26_284_032, xoff: 6_291_456},
			{name: egressLosslessPool, egress: true, static: true, size: 32_575_488},
		}, srcTemplate),
		profiles: stated(stockProfiles{
			ingressLossy:   stockProfile{name: ingressLossyProfile, pool: ingressLosslessPool, alpha: 3},
			egressLossless: stockProfile{name: egressLosslessProfile, pool: egressLosslessPool, static: 32_575_488},
			egressLossy:    stockProfile{name: egressLossyProfile, pool: egressLosslessPool, alpha: 3},
		}, srcTemplate),
	},
	{
		chip:   &chipTH,
		models: []string{"Arista-7060CX-32S-C32"},
		pools: stated([]bufferPool{
			{name: ingressLosslessPool, size: 10_875_072, xoff: 4_194_112},
			{name: egressLosslessPool, egress: true, static: true, size: 15_982_720},
			{name: egressLossyPool, egress: true, size: 9_243_812},
		}, srcTemplate),
		profiles: stated(stockProfiles{
			ingressLossy:   stockProfile{name: ingressLossyProfile, pool: ingressLosslessPool, static: 10_875_072},
			egressLossless: stockProfile{name: egressLosslessProfile, pool: egressLosslessPool, size: 1518, static: 15_982_720},
			egressLossy:    stockProfile{name: egressLossyProfile, pool: egressLossyPool, size: 1518, alpha: 3},
		}, srcTemplate),
	},
	{
		chip:   &chipTH2,
		models: []string{"Arista-7260CX3-C64"},
		pools: stated([]bufferPool{
			{name: ingressLosslessPool, size: 33_169_344, xoff: 7_827_456},
			{name: egressLosslessPool, egress: true, static: true, size: 42_349_632},
			{name: egressLossyPool, egress: true, size: 26_535_808},
		}, srcTemplate),
		profiles: assumed(stockProfiles{
			ingressLossy:   stockProfile{name: ingressLossyProfile, pool: ingressLosslessPool, static: 33_169_344},
			egressLossless: stockProfile{name: egressLosslessProfile, pool: egressLosslessPool, size: 1518, static: 42_349_632},
			egressLossy:    stockProfile{name: egressLossyProfile, pool: egressLossyPool, size: 1518, alpha: 3},
		}, srcPattern),
		lookup: stated(lookupTable{whole: true, lines: th2Lines}, srcLookup),
	},
	{
		chip:   &chipTH3,
		models: []string{"DellEMC-Z9332f-O32"},
		pools: stated([]bufferPool{
			{name: ingressLosslessPool, size: 66_394_076, xoff: 27_200_352},
			{name: egressLosslessPool, egress: true, static: true, size: 38_462_204},
		}, srcTemplate),
		profiles: assumed(stockProfiles{
			ingressLossy:   stockProfile{name: ingressLossyProfile, pool: ingressLosslessPool, static: 66_394_076},
			egressLossless: stockProfile{name: egressLosslessProfile, pool: egressLosslessPool, static: 67_117_468},
			egressLossy:    stockProfile{name: egressLossyProfile, pool: egressLosslessPool, alpha: 3},
		}, srcPattern),
		lookup: stated(lookupTable{whole: true, lines: z9332fLines}, srcLookup),
	},
	{
		chip:   &chipTH4,
		models: []string{"Nokia-IXR7220-H4-64D"},
		pools: stated([]bufferPool{
			{name: ingressLosslessPool, size: 113_143_792, xoff: 48_404_780},
			{name: egressLosslessPool, egress: true, size: 56_571_896},
		}, srcTemplate),
	},
	{
		chip:   &chipTH5,
		models: []string{"Nokia-IXR7220-H5-64D"},
		pools: stated([]bufferPool{
			{name: ingressLosslessPool, size: 161_176_208, xoff: 29_520_896},
			{name: egressLosslessPool, egress: true, size: 161_176_208},
		}, srcTemplate),
		lookup: stated(lookupTable{lines: []lookupLine{
			{400 * qos.Gbps, 40, 1248, 2288, 330_200, 2288, 0},
		}}, srcLookup),
	},
	{
		chip:   &chipTH5,
		models: []string{"Dell-Z9864f-O64"},
		pools: stated([]bufferPool{
			{name: ingressLosslessPool, size: 162_539_680, xoff: 33_374_584},
			{name: egressLosslessPool, egress: true, static: true, size: 162_539_680},
		}, srcTemplate),
		lookup: stated(lookupTable{whole: true, lines: z9864fLines}, srcLookup),
	},
	{
		chip:   &chipTH5,
		models: []string{"Arista-7060X6-64PE-C256S2"},
		noPFC:  "the stock buffers of this HWSKU are lossy only",
	},
	{
		chip:   &chipTD4,
		models: []string{"Nokia-IXR7220-D4-36D"},
		pools: stated([]bufferPool{
			{name: ingressLosslessPool, size: 84_219_120, xoff: 20_325_220},
			{name: egressLosslessPool, egress: true, size: 84_219_120},
		}, srcTemplate),
		lookup: stated(lookupTable{whole: true, lines: d4Lines}, srcLookup),
	},
	{
		chip:   &chipTeralynx,
		models: []string{"d64p512t_64x800G"},
		pools: stated([]bufferPool{
			{name: ingressLosslessPool, size: 158_630_302, xoff: 71_577_600},
			{name: egressLosslessPool, egress: true, static: true, size: 214_642_688},
		}, srcTemplate),
	},
	spectrumRow(&chipSPC1),
	spectrumRow(&chipSPC2),
	spectrumRow(&chipSPC3),
	spectrumRow(&chipSPC4),
	spectrumRow(&chipSPC5),
	{chip: &chipSPC6},
	{chip: &chipTD2},
	{chip: &chipTD3},
	{chip: &chipTD4},
	{chip: &chipTH},
	{chip: &chipTH2},
	{chip: &chipTH3},
	{chip: &chipTH4},
	{chip: &chipTH5},
	{chip: &chipTeralynx},
	{chip: &chipCisco},
	{chip: &chipJericho},
	{chip: &chipGeneric},
}

// spectrumRow is the row of a Mellanox family. Its switches work out pools and headroom by themselves, from the chip and the
// inputs; the size of the pool of lossless queues is the only one that is configured.
func spectrumRow(c *chip) platformRow {
	pools := []bufferPool{
		{name: ingressLosslessPool},
		{name: egressLosslessPool, egress: true, size: c.memory.V},
		{name: egressLossyPool, egress: true},
	}
	lossyPool := ingressLosslessPool
	if c == &chipSPC1 {
		pools = append(pools, bufferPool{name: ingressLossyPool})
		lossyPool = ingressLossyPool
	}
	return platformRow{
		chip:  c,
		pools: stated(pools, srcDynamic),
		profiles: stated(stockProfiles{
			ingressLossless: stockProfile{name: ingressLosslessProfile, pool: ingressLosslessPool, alpha: 7},
			ingressLossy:    stockProfile{name: ingressLossyProfile, pool: lossyPool, alpha: 3},
			egressLossless:  stockProfile{name: egressLosslessProfile, pool: egressLosslessPool, alpha: 7},
			egressLossy:     stockProfile{name: egressLossyProfile, pool: egressLossyPool, size: 9216, alpha: 7},
			queueLossy:      stockProfile{name: queueLossyProfile, pool: egressLossyPool, alpha: 3},
		}, srcDynamic),
	}
}

// alikeLines is a table that says the same of every speed and cable.
func alikeLines(speeds []qos.BitsPerSecond, lengths []int, same lookupLine) []lookupLine {
	var lines []lookupLine
	for _, speed := range speeds {
		for _, metres := range lengths {
			same.speed, same.metres = speed, metres
			lines = append(lines, same)
		}
	}
	return lines
}
