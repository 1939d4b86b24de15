package nxos

import (
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/fitting"
)

func stated[T any](v T, source string) fact[T]     { return fitting.Stated(v, source) }
func advertised[T any](v T, source string) fact[T] { return fitting.Advertised(v, source) }
func assumed[T any](v T, source string) fact[T]    { return fitting.Assumed(v, source) }

// The number of no-drop classes that any source shows is two, on a 9364D; that three is the limit is not confirmed.
var (
	threeNoDrop = assumed(3, "no source; S-AZ shows two")
	twoNoDrop   = assumed(2, "S-AZ")
)

// steps200 is the shaper granularity of the newer families.
var steps200 = stated(200*qos.Mbps, "S-QUE")

// oldCards is said of the cards of which no source tells the number of queues.
const oldCards = "whether a 9400, 9500 or 9600 card has four or eight queues depends on the card: four are used, and the switch may refuse their names"

// rows is the platform table. Adding a switch model is adding its name to a family, or a row.
var rows = []row{
	{
		family: "9300-EX-FX",
		models: []string{
			"N9K-C93108TC-EX", "N9K-C93180LC-EX", "N9K-C93180YC-EX",
			"N9K-C93108TC-FX", "N9K-C93180YC-FX", "N9K-C9348GC-FXP",
			"N9K-C93216TC-FX2", "N9K-C93240YC-FX2", "N9K-C9336C-FX2", "N9K-C93360YC-FX2",
			"N9K-C93108TC-FX3P", "N9K-C93180YC-FX3", "N9K-C93180YC-FX3S",
		},
		maxNoDrop: threeNoDrop,
		cell:      assumed[qos.Bytes](416, "S-ZB, S-LAB: all values seen are multiples"),
		minBuffer: assumed[qos.Bytes](27456, "S-LAB"),
		minPause:  assumed[qos.Bytes](12480, "S-LAB"),
		pauseAt:   assumed[qos.Bytes](77376, "S-ZB, shown for 100G"),
		resumeGap: assumed[qos.Bytes](77376-75712, "S-ZB, shown for 100G"),
		buffer:    advertised[qos.Bytes](40_000_000, "Cisco, advertised"),
		tcam:      assumed(512, "S-TCAM"),
	},
	{
		family:    "9300-GX",
		models:    []string{"N9K-C9316D-GX", "N9K-C93600CD-GX", "N9K-C9364C-GX"},
		maxNoDrop: threeNoDrop,
		buffer:    advertised[qos.Bytes](80_000_000, "Cisco, advertised"),
	},
	{
		family:    "9300-GX2",
		models:    []string{"N9K-C9332D-GX2B", "N9K-C9348D-GX2A", "N9K-C9364D-GX2A"},
		maxNoDrop: threeNoDrop,
		buffer:    advertised[qos.Bytes](120_000_000, "Cisco, advertised"),
		shapeStep: steps200,
	},
	{
		family:    "9300-H",
		models:    []string{"N9K-C9332D-H2R", "N9K-C93400LD-H1", "N9K-C9364C-H1"},
		maxNoDrop: threeNoDrop,
		shapeStep: steps200,
	},
	{
		family:     "9300-SG2",
		models:     []string{"N9K-C9364E-SG2"},
		maxNoDrop:  threeNoDrop,
		maxQoSMaps: stated(6, "S-DLBQ"),
	},
	{
		family: "9500-old",
		models: []string{
			"N9K-X9432PQ", "N9K-X9464PX", "N9K-X9464TX", "N9K-X9536PQ", "N9K-X9564PX", "N9K-X9564TX",
		},
		classes:    fourClasses,
		caution:    oldCards,
		noWatchdog: "the PFC watchdog is not supported on 9400, 9500 and 9600 cards other than the 9636PQ",
		maxNoDrop:  twoNoDrop,
	},
	{
		family:    "9636PQ", // the one old card with a PFC watchdog (S-WD7X)
		models:    []string{"N9K-X9636PQ"},
		classes:   fourClasses,
		caution:   oldCards,
		maxNoDrop: twoNoDrop,
	},
	{
		family:       "9500-R",
		models:       []string{"N9K-X9636C-R", "N9K-X9636C-RX", "N9K-X9636Q-R", "N9K-X96136YC-R"},
		refuse:       "PFC is not supported on these cards in 7.0(3)F3(3), and no source says what later releases do",
		refuseSource: "S-PFC7X",
	},
	{
		family: "3132-3064",
		models: []string{
			"N3K-C3064PQ-10GX", "N3K-C3064TQ-10GT", "N3K-C3132Q-40GE", "N3K-C3132Q-40GX", "N3K-C3132Q-V",
		},
		classes:     userClasses,
		pauseNoDrop: true,
		systemQoS:   true,
		layer2MTU:   true,
		caution:     "ECN is limited on this family, and no source says how",
		maxNoDrop:   twoNoDrop,
		cell:        assumed[qos.Bytes](208, "S-PFC7X: the values of its example are multiples"),
		pauseAt:     assumed[qos.Bytes](46800, "S-PFC7X, an example"),
		resumeGap:   assumed[qos.Bytes](46800-34320, "S-PFC7X, an example"),
	},
	{
		family:    "3232C",
		models:    []string{"N3K-C3232C"},
		classes:   userClasses,
		systemQoS: true,
		layer2MTU: true,
		carved:    true,
		caution:   "that queuing takes classes of one's own is assumed from other Nexus 3000, no source says it of this model",
		maxNoDrop: twoNoDrop,
	},
	{
		family:       "3400-S",
		models:       []string{"N3K-C3408-S", "N3K-C3432D-S"},
		refuse:       "no source states its queues, no-drop classes or ECN",
		refuseSource: "no source",
	},
	{
		family:       "3600-R",
		models:       []string{"N3K-C36180YC-R", "N3K-C3636C-R"},
		refuse:       "no source states its queues, no-drop classes or ECN",
		refuseSource: "no source",
	},
	{
		family: "3500",
		models: []string{
			"N3K-C3524P-10G", "N3K-C3524P-10GX", "N3K-C3524P-XL", "N3K-C3548P-10G", "N3K-C3548P-10GX", "N3K-C3548P-XL",
		},
		refuse:       "no source states its queues, and police and shape are accepted although they break CoPP and BFD (CSCve72295)",
		refuseSource: "S-BUG3500",
	},
	{
		family:    "generic",
		caution:   "limits are those of the weakest switch with the eight system classes, not those of this one",
		maxNoDrop: twoNoDrop,
		shapeStep: assumed(200*qos.Mbps, "S-QUE, of newer families"),
	},
}

// chassis are models whose ports are on line cards, with the cards that are in the table.
var chassis = map[string]string{
	"9504": "N9K-X9636PQ or N9K-X9636C-R",
	"9508": "N9K-X9636PQ or N9K-X9636C-R",
	"9516": "N9K-X9636PQ",
}
