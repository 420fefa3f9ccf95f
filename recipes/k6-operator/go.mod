// Pins the module for the schema of its TestRun. Nothing is built.
module gift-voucher-conformance/k6-operator

go 1.25.0

require github.com/grafana/k6-operator v1.5.0
