/**
 * Browser storage that persists (`kept`) or lasts as long as the tab (`keptInTab`). Browsers throw if storage
 * is full or blocked. Stored copies are a convenience, so such errors must never interrupt the member:
 * reading then returns null, and writing does nothing.
 */
const keeper = (area: () => Storage) => ({
  get: (key: string): string | null => attempt(() => area().getItem(key)) ?? null,
  set: (key: string, value: string): void => attempt(() => area().setItem(key, value)),
  drop: (key: string): void => attempt(() => area().removeItem(key)),
  keys: (): string[] => attempt(() => Object.keys(area())) ?? [],
});

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

// Blocked storage throws on access to `localStorage` itself, so the keeper takes a function.
export const kept = keeper(() => localStorage);
export const keptInTab = keeper(() => sessionStorage);
