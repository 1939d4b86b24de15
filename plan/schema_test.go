package plan

import (
	"bytes"
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/weft-net/weft/docs/schematest"
)

const schemaFile = "../docs/plan.schema.json"

func TestSchemaHasEveryField(t *testing.T) {
	schematest.Read(t, schemaFile).Match(t, reflect.TypeFor[Plan]())
}

// TestPlansFitTheSchema validates a real plan file with switches of every status.
func TestPlansFitTheSchema(t *testing.T) {
	schema := schematest.Read(t, schemaFile)
	p, _ := Build(context.Background(), fleet(6), Meta{WeftVersion: "1", IntentHash: "h", Choices: (&Options{}).Choices()}, 2)
	p.Devices = append(p.Devices, Device{Status: Refused, Disruption: "none", Proof: &Proof{}, Undo: &Undo{}})
	var file bytes.Buffer
	if err := Write(&file, p); err != nil {
		t.Fatal(err)
	}
	for _, fault := range schema.Validate(file.Bytes()) {
		t.Error(fault)
	}
	broken := strings.Replace(file.String(), `"op":"+"`, `"op":"*"`, 1)
	if faults := schema.Validate([]byte(broken)); len(faults) != 1 {
		t.Errorf("a broken plan: %v", faults)
	}
}
