import type { FieldCode } from '#contract/errors.ts';
import type { Gender } from '#contract/lists/genders.ts';
import { checkCouple, checkPartnerBorn, firstNamesOf, tidyCouple } from '#contract/membership/couples.ts';
import type { ProfileChange } from '#contract/profiles.ts';
import { tidyName } from '#contract/rules/account-rules.ts';

/** What a profile says about the person behind it, or the two of a couple. */
export interface People {
  name: string;
  gender: Gender;
  partner_date_of_birth: string | null;
}

/**
 * The people of a profile after a change. Whoever stops being a couple keeps the first name only, unless the change has
 * another name.
 */
export function peopleAfter(change: ProfileChange, current: People): People {
  const { gender = current.gender, partner_date_of_birth: partner = current.partner_date_of_birth } = change;
  const isCouple = gender === 'couple';
  const changed =
    change.name === undefined || tidyName(change.name) === current.name ? undefined : change.name;
  const kept = current.gender === 'couple' && !isCouple ? firstNamesOf(current.name)[0] : current.name;
  return {
    name: changed === undefined ? kept : isCouple ? tidyCouple(changed) : tidyName(changed),
    gender,
    partner_date_of_birth: isCouple ? (partner?.trim() ?? '') : null,
  };
}

/** The people of a new profile. */
export const peopleAtFirst = ({
  name,
  gender,
  partner_date_of_birth: partner,
}: Pick<People, 'name' | 'gender'> & { partner_date_of_birth?: string | null }): People => ({
  name: gender === 'couple' ? tidyCouple(name) : tidyName(name),
  gender,
  partner_date_of_birth: gender === 'couple' ? (partner?.trim() ?? '') : null,
});

interface Rules {
  minAge: number;
  today: string;
  checkOne(name: string): FieldCode | null;
}

/** The errors of what differs between the two. A couple has both first names and two adults. */
export function problemsOfPeople(
  after: People,
  current: People | null,
  { minAge, today, checkOne }: Rules,
): Record<'name' | 'partner_name' | 'partner_date_of_birth', FieldCode | null> {
  const { name, gender, partner_date_of_birth: partner } = after;
  const isSame = current?.gender === gender;
  const names =
    isSame && current.name === name
      ? { name: null, partner_name: null }
      : gender === 'couple'
        ? checkCouple(name, checkOne)
        : { name: checkOne(name), partner_name: null };
  const born =
    partner === null || (isSame && current.partner_date_of_birth === partner)
      ? null
      : checkPartnerBorn(partner, minAge, today);
  return { ...names, partner_date_of_birth: born };
}
