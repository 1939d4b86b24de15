package qos

// memo remembers results by key. Ports in a row mostly share their facets, so the last key is looked at first.
type memo[K comparable, V any] struct {
	key   K
	value V
	warm  bool
	all   map[K]V
}

func (m *memo[K, V]) get(k K) (V, bool) {
	if m.warm && m.key == k {
		return m.value, true
	}
	v, ok := m.all[k]
	if ok {
		m.key, m.value, m.warm = k, v, true
	}
	return v, ok
}

func (m *memo[K, V]) put(k K, v V) V {
	if m.all == nil {
		m.all = make(map[K]V)
	}
	m.all[k] = v
	m.key, m.value, m.warm = k, v, true
	return v
}
