export interface Remembered<T> {
  get(): Promise<T>;
  /** Invalidates the value. The next `get` reads again, even if a read is in progress. */
  forget(): void;
}

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
