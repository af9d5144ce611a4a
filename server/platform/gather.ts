/**
 * Answers single questions by asking them together: all keys of one turn of the event loop go into one `load`, so that
 * what pours in costs one statement a turn and what comes alone waits for nothing. A failed load fails those who asked.
 */
export function createGatherer<K, V>(load: (keys: K[]) => Promise<Map<K, V>>): (key: K) => Promise<V | undefined> {
  let asked: Set<K> | null = null;
  let answers: Promise<Map<K, V>>;
  return async (key) => {
    if (asked === null) {
      const keys = (asked = new Set<K>());
      answers = new Promise((resolve) => setImmediate(resolve)).then(() => {
        asked = null;
        return load([...keys]);
      });
    }
    asked.add(key);
    return (await answers).get(key);
  };
}
