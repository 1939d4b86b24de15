// Package qostest makes qos.Switch values for tests: generators for property tests, and deep copies.
//
// It owns what "a realistic switch" means in tests, for the model itself and for every vendor. It must never be imported
// except by tests.
package qostest
