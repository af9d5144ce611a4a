// Lookups that cannot fail. A missing value is a programming error, so they throw instead of returning
// `undefined`. Messages contain the name and never the value, because they are logged.

/**
 * Returns the value, which the surrounding code guarantees to exist. `what` is its name in the error message.
 */
export function must<Value>(value: Value, what: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error(`There is no ${what}.`);
  return value;
}

/** The item at an index within the list. Negative indexes count from the end. */
export function itemAt<Item>(list: ArrayLike<Item>, index: number): Item {
  const item = list[index < 0 ? list.length + index : index];
  if (item === undefined) throw new RangeError(`There is no item ${index} in a list of ${list.length}.`);
  return item;
}
