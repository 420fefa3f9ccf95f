// Limiters written in Go, each behind the headers of §8: /{library}/{limit}/{window}/{instance}/any/path.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/httprate"
	"github.com/throttled/throttled/v2"
	"github.com/throttled/throttled/v2/store/memstore"
	"github.com/ulule/limiter/v3"
	"github.com/ulule/limiter/v3/drivers/store/memory"
)

// admit decides about one request and has set the headers of §8 that its library knows.
type admit func(w http.ResponseWriter, r *http.Request) bool

var libraries = map[string]func(limit int, window time.Duration) (admit, error){
	"throttled": gcra,
	"httprate":  slidingCounter,
	"ulule":     fixed,
}

const key = "everyone"

// gcra holds a burst of limit requests, whose whole refill takes the window.
func gcra(limit int, window time.Duration) (admit, error) {
	store, err := memstore.NewCtx(0)
	if err != nil {
		return nil, err
	}
	quota := throttled.RateQuota{MaxRate: throttled.PerDuration(limit, window), MaxBurst: limit - 1}
	limiter, err := throttled.NewGCRARateLimiterCtx(store, quota)
	if err != nil {
		return nil, err
	}
	// Concurrent requests compete for the counter; the default gives up after ten attempts.
	limiter.SetMaxCASAttemptsLimit(10_000)
	return func(w http.ResponseWriter, r *http.Request) bool {
		limited, result, err := limiter.RateLimitCtx(r.Context(), key, 1)
		if err != nil {
			log.Fatal(err)
		}
		set(w, "RateLimit-Limit", int64(result.Limit))
		set(w, "RateLimit-Remaining", int64(result.Remaining))
		set(w, "RateLimit-Reset", unixCeil(time.Now().Add(result.ResetAfter)))
		if limited {
			set(w, "Retry-After", int64(math.Ceil(result.RetryAfter.Seconds())))
		}
		return !limited
	}, nil
}

// slidingCounter weighs the last whole window; its Retry-After is always a whole window.
func slidingCounter(limit int, window time.Duration) (admit, error) {
	limiter := httprate.NewRateLimiter(limit, window, httprate.WithResponseHeaders(httprate.ResponseHeaders{
		Limit:      "RateLimit-Limit",
		Remaining:  "RateLimit-Remaining",
		Reset:      "RateLimit-Reset",
		RetryAfter: "Retry-After",
	}))
	return func(w http.ResponseWriter, r *http.Request) bool {
		return !limiter.OnLimit(w, r, key)
	}, nil
}

// fixed begins its window with the first request. The library has no Retry-After, and its Reset drops
// the fraction of a second: one second more is surely enough.
func fixed(limit int, window time.Duration) (admit, error) {
	limiter := limiter.New(memory.NewStore(), limiter.Rate{Limit: int64(limit), Period: window})
	return func(w http.ResponseWriter, r *http.Request) bool {
		state, err := limiter.Get(context.Background(), key)
		if err != nil {
			log.Fatal(err)
		}
		set(w, "RateLimit-Limit", state.Limit)
		set(w, "RateLimit-Remaining", state.Remaining)
		set(w, "RateLimit-Reset", state.Reset)
		if state.Reached {
			wait := time.Until(time.Unix(state.Reset+1, 0))
			set(w, "Retry-After", int64(math.Ceil(math.Max(0, wait.Seconds()))))
		}
		return !state.Reached
	}, nil
}

func set(w http.ResponseWriter, name string, value int64) {
	w.Header().Set(name, strconv.FormatInt(value, 10))
}

func unixCeil(at time.Time) int64 {
	return int64(math.Ceil(float64(at.UnixMilli()) / 1000))
}

var (
	lock    sync.Mutex
	started = map[string]admit{}
)

// find starts the limiter of a prefix when it is asked for the first time.
func find(library, limit, window, instance string) (admit, error) {
	lock.Lock()
	defer lock.Unlock()
	name := strings.Join([]string{library, limit, window, instance}, "/")
	if known := started[name]; known != nil {
		return known, nil
	}
	start := libraries[library]
	count, badLimit := strconv.Atoi(limit)
	length, badWindow := time.ParseDuration(window)
	if start == nil || badLimit != nil || badWindow != nil {
		return nil, errors.New("no such limiter: " + name)
	}
	admit, err := start(count, length)
	if err == nil {
		started[name] = admit
	}
	return admit, err
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/{library}/{limit}/{window}/{instance}/{path...}", func(w http.ResponseWriter, r *http.Request) {
		admit, err := find(r.PathValue("library"), r.PathValue("limit"), r.PathValue("window"), r.PathValue("instance"))
		switch {
		case err != nil:
			answer(w, http.StatusNotFound, map[string]string{"error": err.Error()})
		// One limiter is measured; the others have no limit.
		case !strings.HasSuffix(r.URL.Path, "/wallet") || admit(w, r):
			answer(w, http.StatusOK, []string{})
		default:
			answer(w, http.StatusTooManyRequests, map[string]string{"error": "Too many requests"})
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("http://" + listener.Addr().String())
	// The parent holds the other end: a parent that is gone leaves no server behind.
	go func() {
		_, _ = os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}()
	log.Fatal(http.Serve(listener, mux))
}
