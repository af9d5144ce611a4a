export const itemOf = <T extends string>(list: readonly T[], value: unknown): T | undefined =>
  list.find((item) => item === value);
