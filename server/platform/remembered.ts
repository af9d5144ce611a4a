/** A value that a process reads again at most this often, or as soon as it is told to forget it. */
export interface Remembered<T> {
  get(): Promise<T>;
  /** The next `get` reads again, whatever is being read now. */
  forget(): void;
}

/** Remembers what `read` returns for so many milliseconds. A failed read is not remembered. */
export function remember<T>(read: () => Promise<T>, milliseconds: number): Remembered<T> {
  let known: { value: Promise<T>; until: number } | null = null;
  return {
    get() {
      if (known && known.until > Date.now()) return known.value;
      const entry = { value: read(), until: Date.now() + milliseconds };
      known = entry;
      entry.value.catch(() => {
        if (known === entry) known = null;
      });
      return entry.value;
    },
    forget() {
      known = null;
    },
  };
}
