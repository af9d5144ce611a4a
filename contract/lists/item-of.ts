/** Narrows a value, for example from a select or a query string, to an item of a closed list. */
export const itemOf = <T extends string>(list: readonly T[], value: unknown): T | undefined =>
  list.find((item) => item === value);
