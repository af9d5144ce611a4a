/**
 * Browser storage that persists (`persistentStorage`) or lasts as long as the tab (`tabStorage`). Browsers
 * throw if storage is full or blocked. Stored copies are a convenience, so such errors must never interrupt
 * the member: reading then returns null, and writing does nothing. `area` is a function, because blocked
 * storage throws on access to `localStorage` itself.
 */
const safely = (area: () => Storage) => ({
  get: (key: string): string | null => attempt(() => area().getItem(key)) ?? null,
  set: (key: string, value: string): void => attempt(() => area().setItem(key, value)),
  remove: (key: string): void => attempt(() => area().removeItem(key)),
  keys: (): string[] => attempt(() => Object.keys(area())) ?? [],
});

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

export const persistentStorage = safely(() => localStorage);
export const tabStorage = safely(() => sessionStorage);
