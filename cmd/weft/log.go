package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
)

// start prepares what every command shares, once its flags are known.
func (a *app) start() error {
	level, err := a.level(os.Getenv("WEFT_LOG"))
	if err != nil {
		return err
	}
	options := &slog.HandlerOptions{Level: level}
	for _, stream := range []io.Writer{a.out, a.err} {
		if o, ok := stream.(*outlet); ok {
			o.colours(a.colour(o))
		}
	}
	switch a.logFormat {
	case "text":
		a.log = slog.New(slog.NewTextHandler(a.err, options))
	case "json":
		a.log = slog.New(slog.NewJSONHandler(a.err, options))
	default:
		return fmt.Errorf("--log-format %q is neither text nor json", a.logFormat)
	}
	return nil
}

// level is the least severe log line that is printed: WEFT_LOG says it, and -v never less than info.
func (a *app) level(word string) (slog.Level, error) {
	level := slog.LevelWarn
	if word != "" {
		if err := level.UnmarshalText([]byte(word)); err != nil {
			return level, fmt.Errorf("WEFT_LOG=%q is none of debug, info, warn, error", word)
		}
	}
	if a.verbose {
		level = min(level, slog.LevelInfo)
	}
	return level, nil
}
