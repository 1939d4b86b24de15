package sonic

import "github.com/weft-net/weft/vendors"

// Dialect is how SONiC is talked to: each command on its own by the shell of the account, with an exit status.
func (SONiC) Dialect() vendors.Dialect {
	return vendors.Dialect{Shell: true, Configurations: []string{"sudo -n sonic-cfggen", "sudo -n cat", "sudo -n sonic-db", "show run"}}
}
