interface Named {
  name: string;
  /** Null if the site hides ages. */
  age: number | null;
  /** The partner's age, if the profile is a couple's. */
  partner_age?: number | undefined;
}

/** The age of a profile, or both ages of a couple. Null if the site hides ages. */
export const agesOf = ({ age, partner_age }: Omit<Named, 'name'>): string | null =>
  age === null ? null : partner_age === undefined ? String(age) : `${age} & ${partner_age}`;

/** The heading of a profile, such as "Anna, 34" or "Anna & Bram, 34 & 38". */
export function nameAndAge({ name, ...ages }: Named): string {
  const shown = agesOf(ages);
  return shown === null ? name : `${name}, ${shown}`;
}
