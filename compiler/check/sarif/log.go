package sarif

// The part of SARIF 2.1.0 that weft writes. Names and what has to be there are those of the standard.

type sarifLog struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []run  `json:"runs"`
}

type run struct {
	Tool        tool         `json:"tool"`
	Invocations []invocation `json:"invocations"`
	Bases       bases        `json:"originalUriBaseIds"`
	ColumnKind  string       `json:"columnKind"`
	Results     []result     `json:"results"`
}

// bases are what paths are relative to.
type bases struct {
	Root artifactLocation `json:"%SRCROOT%"`
}

type tool struct {
	Driver driver `json:"driver"`
}

type driver struct {
	Name    string       `json:"name"`
	Version string       `json:"version"`
	URI     string       `json:"informationUri"`
	Rules   []descriptor `json:"rules"`
}

// descriptor is one rule.
type descriptor struct {
	ID            string        `json:"id"`
	Name          string        `json:"name"`
	Short         message       `json:"shortDescription"`
	Full          message       `json:"fullDescription"`
	Help          *help         `json:"help,omitempty"`
	HelpURI       string        `json:"helpUri,omitempty"`
	Configuration configuration `json:"defaultConfiguration"`
	Properties    *bag          `json:"properties,omitempty"`
}

type message struct {
	Text string `json:"text"`
}

type help struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type configuration struct {
	Level string `json:"level"`
}

// bag is what the standard has no place for.
type bag struct {
	Tags   []string `json:"tags,omitempty"`
	Policy string   `json:"policy,omitempty"` // the reason of the policy that set the level
}

type invocation struct {
	// Successful is false where the intent is broken and no rule was asked, or a file could not be read.
	Successful    bool           `json:"executionSuccessful"`
	Notifications []notification `json:"toolExecutionNotifications,omitempty"`
}

// notification is a file that could not be read.
type notification struct {
	Level     string     `json:"level"`
	Message   message    `json:"message"`
	Locations []location `json:"locations"`
}

type result struct {
	RuleID       string        `json:"ruleId"`
	RuleIndex    int           `json:"ruleIndex"`
	Kind         string        `json:"kind"`
	Level        string        `json:"level"`
	Message      message       `json:"message"`
	Locations    []location    `json:"locations"`
	Fingerprints fingerprints  `json:"partialFingerprints"`
	Suppressions []suppression `json:"suppressions"`
	Properties   *bag          `json:"properties,omitempty"`
}

type fingerprints struct {
	V1 string `json:"weft/v1"`
}

type suppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification"`
}

type location struct {
	Physical *physicalLocation `json:"physicalLocation,omitempty"`
	Logical  []logicalLocation `json:"logicalLocations,omitempty"`
}

type physicalLocation struct {
	Artifact artifactLocation `json:"artifactLocation"`
	Region   *region          `json:"region,omitempty"`
}

type artifactLocation struct {
	URI  string `json:"uri,omitempty"`
	Base string `json:"uriBaseId,omitempty"`
}

type region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

type logicalLocation struct {
	Name string `json:"name"`
	Full string `json:"fullyQualifiedName"`
	Kind string `json:"kind"`
}
