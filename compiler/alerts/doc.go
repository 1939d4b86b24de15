// Package alerts turns what was proved of a fabric into what its monitoring looks at: Prometheus rules, and metrics with the values that
// the proofs take for granted, so that run time is compared with them.
//
// It owns the thresholds, the names of rules and metrics, and the arithmetic behind them. It must never collect a metric, or judge the
// intent: package check does.
package alerts
