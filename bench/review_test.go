package main

import (
	"testing"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/review"
)

// BenchmarkReview judges 200 switches before and after their plan: what the checks cost beside it.
func BenchmarkReview(b *testing.B) { ofEach(b, benchmarkReview) }

func benchmarkReview(b *testing.B, vendor dialect) {
	for _, state := range states {
		b.Run(state, func(b *testing.B) {
			s := spec{vendor: vendor, switches: 200, ports: 64, state: state}
			dir := b.TempDir()
			s.writeIntent(b, dir)
			in, diags := intent.Load(dir, intent.Options{})
			if diags.HasErrors() {
				b.Fatal(diags)
			}
			work, diags := compiler.Compile(in, compiler.Options{Dir: dir})
			if diags.HasErrors() {
				b.Fatal(diags)
			}
			inputs, err := s.inputs(dir)
			if err != nil {
				b.Fatal(err)
			}
			results := make([]plan.Result, len(inputs))
			for i := range inputs {
				results[i] = plan.Make(inputs[i])
			}
			b.ReportAllocs()
			for b.Loop() {
				r := review.New(in, work.Fabric)
				for i, u := range work.Units {
					r.Add(u, inputs[i].Running, &results[i])
				}
				if err := r.Fill(&plan.Plan{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(inputs))*float64(b.N)/b.Elapsed().Seconds(), "switches/s")
		})
	}
}
