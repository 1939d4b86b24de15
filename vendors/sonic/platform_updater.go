package sonic

// updaterList is the HWSKUs that the configuration updater counts to one class of ASICs.
type updaterList struct {
	class  string // as the updater calls it
	family string // in the platform table
	since  string // the first release that has them; empty for every one
	skus   []string
}

// updaterLists are the HWSKUs that the updater knows (sonic-utilities: generic_config_updater/
// gcu_field_operation_validators.conf.json). Switches of Cisco and of Marvell are known to it by their asic_type instead.
var updaterLists = []updaterList{
	{"spc1", "SPC1", "", []string{
		"ACS-MSN2010", "ACS-MSN2100", "ACS-MSN2410", "ACS-MSN2700", "ACS-MSN2700-A1", "ACS-MSN2740", "Mellanox-SN2700",
		"Mellanox-SN2700-A1", "Mellanox-SN2700-A1-C28D8", "Mellanox-SN2700-A1-D40C8S8", "Mellanox-SN2700-A1-D44C10",
		"Mellanox-SN2700-A1-D48C8", "Mellanox-SN2700-C28D8", "Mellanox-SN2700-D40C8S8", "Mellanox-SN2700-D44C10",
		"Mellanox-SN2700-D48C8",
	}},
	{"spc2", "SPC2", "", []string{
		"ACS-MSN3420", "ACS-MSN3700", "ACS-MSN3700C", "ACS-MSN3800", "Mellanox-SN3800-C64", "Mellanox-SN3800-D100C12S2",
		"Mellanox-SN3800-D112C8", "Mellanox-SN3800-D24C52", "Mellanox-SN3800-D28C49S1", "Mellanox-SN3800-D28C50",
	}},
	{"spc3", "SPC3", "", []string{
		"ACS-MSN4410", "ACS-MSN4600", "ACS-MSN4600C", "ACS-MSN4700", "ACS-SN4280", "Mellanox-SN4280-O28",
		"Mellanox-SN4600C-C64", "Mellanox-SN4600C-D100C12S2", "Mellanox-SN4600C-D112C8", "Mellanox-SN4600C-D48C40",
		"Mellanox-SN4700-A96C8V8", "Mellanox-SN4700-C128", "Mellanox-SN4700-O28", "Mellanox-SN4700-O32",
		"Mellanox-SN4700-O8C48", "Mellanox-SN4700-O8V48", "Mellanox-SN4700-V48C32", "Mellanox-SN4700-V64",
	}},
	{"spc4", "SPC4", "", []string{
		"ACS-SN5400", "ACS-SN5600", "Mellanox-SN5600-O128", "Mellanox-SN5600-V256",
	}},
	{"spc4", "SPC4", "202505", []string{
		"Mellanox-SN5600-C224O8", "Mellanox-SN5600-C256S1", "Mellanox-SN5610N-C224O8", "Mellanox-SN5610N-C256S2",
	}},
	{"spc5", "SPC5", "202511", []string{
		"ACS-SN5640", "Mellanox-SN5640-C448O16", "Mellanox-SN5640-C512S2",
	}},
	{"th", "TH", "", []string{
		"Arista-7060CX-32S-C32", "Arista-7060CX-32S-C32-T1", "Arista-7060CX-32S-D48C8", "Celestica-DX010-C32",
		"Force10-S6100", "Seastone-DX010",
	}},
	{"th2", "TH2", "", []string{
		"Arista-7260CX3-C64", "Arista-7260CX3-D108C8", "Arista-7260CX3-Q64",
	}},
	{"th2", "TH2", "202505", []string{
		"Arista-7260CX3-D108C10",
	}},
	{"th3", "TH3", "", []string{
		"Nokia-IXR7220-H3",
	}},
	{"th4", "TH4", "", []string{
		"Nokia-IXR7220-H4-32D", "Nokia-IXR7220-H4-64D",
	}},
	{"th5", "TH5", "", []string{
		"Nokia-IXR7220-H5-64D",
	}},
	{"th5", "TH5", "202505", []string{
		"Arista-7060X6-64DE", "Arista-7060X6-64PE", "Arista-7060X6-64PE-C224O8", "Arista-7060X6-64PE-C256S2",
	}},
	{"td2", "TD2", "", []string{
		"Arista-7050-QX-32S", "Arista-7050-QX32", "Arista-7050QX32S-Q32", "Force10-S6000", "Force10-S6000-Q24S32",
		"Nexus-3164",
	}},
	{"td3", "TD3", "", []string{
		"Arista-7050CX3-32S-C32", "Arista-7050CX3-32S-D48C8",
	}},
	{"td3", "TD3", "202505", []string{
		"Arista-7050CX3-32C-C32",
	}},
	{"td4", "TD4", "202511", []string{
		"Nokia-IXR7220-D4-36D",
	}},
	{"j2c+", "J2C+", "", []string{
		"Nokia-IXR7250E-36x100G", "Nokia-IXR7250E-36x400G",
	}},
}
