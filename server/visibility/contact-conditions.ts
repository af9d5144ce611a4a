import { sql } from 'kysely';
import { isCountry } from '#contract/lists/countries.ts';
import type { ContactConditions, ContactConditionsReply } from '#contract/visibility.ts';
import { one, type Db } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import { soughtBy } from './sought-by.ts';

/** The newest profiles that are compared with the conditions, so that the check costs the same on every site. */
const COMPARED = 1000;

const NONE: ContactConditions = {
  paused: false,
  verified: false,
  photo: false,
  premium: false,
  min_age: null,
  max_age: null,
  countries: [],
  daily_limit: null,
  hidden_words: [],
  others: 'requests',
};

export async function contactConditionsOf(db: Db, member: number): Promise<ContactConditionsReply> {
  const found = await db
    .selectFrom('contact_conditions')
    .select([
      'paused',
      'verified',
      'photo',
      'premium',
      'min_age',
      'max_age',
      'countries',
      'daily_limit',
      'hidden_words',
      'others',
    ])
    .where('member_id', '=', member)
    .executeTakeFirst();
  const conditions: ContactConditions = found
    ? {
        ...found,
        countries: found.countries.filter(isCountry),
        others: found.others === 'refused' ? 'refused' : 'requests',
      }
    : NONE;
  return { ...conditions, reaches_nobody: await reachesNobody(db, member, conditions) };
}

/**
 * PUT /api/contact-conditions.php: replaces the conditions. They apply to every first message that is decided after
 * this transaction, because the send locks the same row. Throws `invalid_fields` for an age range that is upside
 * down or for hidden words without letters and digits.
 */
export async function changeContactConditions(
  db: Db,
  member: number,
  conditions: ContactConditions,
): Promise<ContactConditionsReply> {
  const { min_age, max_age } = conditions;
  const hiddenWords = [...new Set(conditions.hidden_words.map((word) => word.trim().toWellFormed()))];
  const countries = [...new Set(conditions.countries)];
  if (min_age !== null && max_age !== null && min_age > max_age) throw refuseFields({ max_age: 'invalid' });
  if (hiddenWords.some((word) => !/[\p{L}\p{N}]/u.test(word)))
    throw refuseFields({ hidden_words: 'invalid' });
  const values = { ...conditions, countries, hidden_words: hiddenWords };
  await db
    .insertInto('contact_conditions')
    .values({ member_id: member, ...values })
    .onConflict((row) => row.column('member_id').doUpdateSet(values))
    .execute();
  return contactConditionsOf(db, member);
}

/** Returns true if none of the newest members whom this member seeks meets the conditions. */
async function reachesNobody(db: Db, member: number, conditions: ContactConditions): Promise<boolean> {
  const { verified, photo, premium, min_age, max_age, countries } = conditions;
  const isOpen =
    !verified && !photo && !premium && min_age === null && max_age === null && countries.length === 0;
  if (conditions.paused || isOpen) return false;
  const { reached } = await one(
    sql<{ reached: boolean }>`
      select exists (
        select from (
          select p.id from profiles p
            where p.listed and p.kind = 'member' and p.id <> ${member}
              and p.gender = (select ${soughtBy('me')} from profiles me where me.id = ${member})
            order by p.id desc limit ${COMPARED}
        ) newest where (select code from unmet_condition(${member}::bigint, newest.id)) is null) as reached`.execute(
      db,
    ),
  );
  return !reached;
}
