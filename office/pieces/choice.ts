/** The option with the value of a select. Undefined for any other value, such as the placeholder's. */
export const choiceIn = <T extends string>(options: readonly T[], value: string): T | undefined =>
  options.find((option) => option === value);
