package view

import (
	"io"

	"github.com/weft-net/weft/plan"
)

// JSON is the face for programs: the plan file.
func JSON(w io.Writer, t *Tree) error { return plan.Write(w, t.Plan) }
