// Package compiler turns an intent into what each switch shall do and the configuration that makes it do so.
//
// It resolves vendors, platforms, ports and links, lowers the intent to qos.Switch, has the vendor fit that to the platform and
// render it, and checks that the rendered configuration reads back as the fitted model. It owns the rules that need the whole
// fabric. It must never know a vendor's syntax or limits, which come through vendors.Vendor, and never see a running
// configuration.
package compiler
