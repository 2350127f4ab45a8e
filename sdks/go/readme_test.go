package stablecoin_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var goFence = regexp.MustCompile("(?s)```go\n(.*?)```")

func TestTheReadmeShowsCodeOfTheExamples(t *testing.T) {
	var examples string
	for _, file := range []string{"example_test.go", "webhooks/example_test.go"} {
		examples += withoutIndent(t, file)
	}
	fences := goFence.FindAllStringSubmatch(withoutIndent(t, "README.md"), -1)
	if len(fences) == 0 {
		t.Fatal("the README has no code")
	}
	for _, fence := range fences {
		if !strings.Contains(examples, fence[1]) {
			t.Errorf("no example has this code of the README:\n%s", fence[1])
		}
	}
}

var indent = regexp.MustCompile(`(?m)^\s+`)

func withoutIndent(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return indent.ReplaceAllString(string(text), "")
}
