// Pins the module for the sake of the schema of its TestRun; nothing of it is built.
module gift-voucher-conformance/k6-operator

go 1.25.0

require github.com/grafana/k6-operator v1.5.0
