interface Named {
  name: string;
  /** Null if the site hides ages. */
  age: number | null;
  /** The partner's age, if the profile is a couple's. */
  partner_age?: number | undefined;
}

/** The age of a profile, or both ages of a couple. Null if the site hides ages. */
export const agesOf = ({ age, partner_age }: Omit<Named, 'name'>): string | null =>
  age === null ? null : partner_age ? `${age} & ${partner_age}` : `${age}`;

/** The heading of a profile, such as "Anna, 34" or "Anna & Bram, 34 & 38". */
export function nameAndAge(person: Named): string {
  const ages = agesOf(person);
  return ages ? `${person.name}, ${ages}` : person.name;
}
