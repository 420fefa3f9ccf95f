// Checks rule files of Prometheus with their expressions, like promtool check rules. promtool itself is too large to build.
package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

func main() {
	failed := false
	for _, file := range os.Args[1:] {
		_, problems := rulefmt.ParseFile(file, false, model.LegacyValidation, parser.NewParser(parser.Options{}), slog.Default())
		for _, problem := range problems {
			fmt.Fprintln(os.Stderr, problem)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}
