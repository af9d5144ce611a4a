import type { FieldCode } from '../errors.ts';
import { checkDateOfBirth, tidyName } from '../rules/account-rules.ts';

/** Between the two first names of a couple in `name`. The search has it in SQL (`server/search/conditions.ts`). */
const AND = ' & ';

/** The two first names as the name of their profile. */
export const joinNames = (first: string, second: string): string => `${first}${AND}${second}`;

/** The first names in the name of a couple; the second is empty if the name has only one. */
export function firstNamesOf(name: string): [first: string, second: string] {
  const [first = '', ...rest] = name.split(AND);
  return [first, rest.join(AND)];
}

/** Normalises both first names of a couple for storage. */
export function tidyCouple(name: string): string {
  const [first, second] = firstNamesOf(name);
  return joinNames(tidyName(first), tidyName(second));
}

/** Checks both first names of a couple with the check of one. */
export function checkCouple(
  name: string,
  checkOne: (name: string) => FieldCode | null,
): { name: FieldCode | null; partner_name: FieldCode | null } {
  const [first, second] = firstNamesOf(name);
  const check = (one: string) => (one.includes('&') ? 'name_invalid' : checkOne(one));
  return { name: check(first), partner_name: check(second) };
}

/** Checks the partner's date of birth. Both people of a couple are adults. */
export function checkPartnerBorn(dateOfBirth: string, minAge: number, today: string): FieldCode | null {
  const code = checkDateOfBirth(dateOfBirth, minAge, today);
  if (code === 'date_of_birth_required') return 'partner_date_of_birth_required';
  return code === 'too_young' ? 'partner_too_young' : code;
}
