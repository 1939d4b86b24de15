// Package vendors is the contract between weft and one switch vendor's language, and the registry of the vendors that are
// built in.
//
// It owns the Vendor interface, the types that cross it, the order of disruptions, and the words that secrets follow in all
// vendors' languages. It must never know a vendor's syntax, the intent language, or how changes are ordered and proved: those
// belong to the vendor packages, intent, and plan.
package vendors
