package main

import "github.com/weft-net/weft/vendors"

// sonic is a fabric of SONiC switches. Their QoS is rows for each port, so that they have about 100 kB with it.
var sonic = dialect{
	name: "sonic", platform: "TH5", release: "202511",
	ports:     "Ethernet%[3]d-%[4]d/4",
	threshold: `"green_max_threshold": "3072000"`, drifted: `"green_max_threshold": "2048000"`,
	size: 49_000, disruption: vendors.Reload,
	parts: []part{{head: `{
    "DEVICE_METADATA": {
        "localhost": {
            "hostname": "%s",
            "hwsku": "Example-TH5-O64",
            "platform": "x86_64-example_th5-r0",
            "mac": "00:00:5e:00:53:01",
            "type": "LeafRouter",
            "bgp_asn": "65001"
        }
    },
    "LOCAL_USER": {
        "admin": {
            "passwd": "$6$EXAMPLE$notarealhash"
        }
    },
    "SNMP_COMMUNITY": {
        "notarealcommunity": {
            "TYPE": "RO"
        }
    },
    "MGMT_INTERFACE": {
        "eth0|192.0.2.11/24": {
            "gwaddr": "192.0.2.254"
        }
    },
    "BUFFER_POOL": {
        "ingress_lossless_pool": {
            "type": "ingress",
            "mode": "dynamic",
            "size": "161176208",
            "xoff": "29520896"
        },
        "egress_lossless_pool": {
            "type": "egress",
            "mode": "dynamic",
            "size": "161176208"
        }
    },
    "BUFFER_PROFILE": {
        "egress_lossless_profile": {
            "pool": "egress_lossless_pool",
            "size": "0",
            "dynamic_th": "7"
        }
    },
    "PORT": {
`, port: `        "Ethernet%[5]d": {
            "alias": "etp%[1]dp%[2]d",
            "description": "%[3]s Ethernet%[5]d to a host of the training cluster, rack R17, unit U%[4]d, first rail",
            "lanes": "%[5]d1,%[5]d2,%[5]d3,%[5]d4",
            "speed": "400000",
            "index": "%[2]d",
            "fec": "rs",
            "mtu": "9216",
            "tpid": "0x8100",
            "admin_status": "up"
        }`, between: ",\n"}, {head: `
    },
    "BANNER_MESSAGE": {
        "global": {
            "motd": "%s"
        }
    },
    "BUFFER_QUEUE": {
`, port: `        "Ethernet%[5]d|3-4": {
            "profile": "egress_lossless_profile"
        }`, between: ",\n"}, {head: `
    },
    "VLAN": {
        "Vlan10": {
            "vlanid": "10",
            "description": "hosts of %s"
        }
    },
    "VLAN_MEMBER": {
`, port: `        "Vlan10|Ethernet%[5]d": {
            "tagging_mode": "tagged"
        }`, between: ",\n"}, {head: `
    },
    "DEVICE_NEIGHBOR_METADATA": {
        "%s": {
            "type": "LeafRouter"
        }
    },
    "DEVICE_NEIGHBOR": {
`, port: `        "Ethernet%[5]d": {
            "name": "host-r17-u%[4]d-rail-%[1]d-of-the-training-cluster",
            "port": "eth%[2]d"
        }`, between: ",\n"}},
	tail: `
    },
    "BGP_DEVICE_GLOBAL": {
        "STATE": {
            "tsa_enabled": "false"
        }
    },
    "NTP_SERVER": {
        "192.0.2.53": {}
    }
}
`,
}
