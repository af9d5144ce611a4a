import { sql } from 'kysely';
import type { CallName } from '#contract/calls.ts';
import { isInMembersArea } from '#contract/rules/members-area.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { App } from '../platform/app.ts';
import { one, type Db } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import type { Viewer } from './sql-pieces.ts';

/**
 * The countries whose members need an age check, separated by commas: before contact, or only those that need it for the
 * members' area too. The database function `lacks_age_check` decides about a member by them.
 */
export const ageCountries = (
  settings: Pick<SiteSettings, 'age_assurance'>,
  place: 'contact' | 'area' = 'contact',
): string =>
  Object.keys(settings.age_assurance)
    .filter((country) => {
      const gate = settings.age_assurance[country];
      return gate === 'at_signup' || (gate === 'before_contact' && place === 'contact');
    })
    .join(',');

async function lacksAgeCheck(db: Db, member: number, countries: string): Promise<boolean> {
  if (countries === '') return false;
  const { lacks } = await one(
    sql<{
      lacks: boolean;
    }>`select lacks_age_check(${member}::bigint, ${countries}::text) as lacks`.execute(db),
  );
  return lacks;
}

/** Throws `age_check_required` if the viewer must prove their age before contact with others (docs/product.md 6.18). */
export async function assertAgeForContact(
  db: Db,
  { id, ageCountries: countries }: Pick<Viewer<number>, 'id' | 'ageCountries'>,
): Promise<void> {
  if (await lacksAgeCheck(db, id, countries)) throw refuse('age_check_required');
}

/**
 * Throws `age_check_required` for calls of the members' area in a country with the gate `at_signup`. Operators are exempt.
 * Without such a country it costs no query.
 */
export async function assertAgeForArea(
  app: Pick<App, 'db' | 'parts'>,
  { memberId, roles }: Pick<MemberSession, 'memberId' | 'roles'>,
  name: CallName,
  host: string,
): Promise<void> {
  if (roles.length > 0 || !isInMembersArea(name)) return;
  const countries = ageCountries(await settingsOf(app, host), 'area');
  if (await lacksAgeCheck(app.db, memberId, countries)) throw refuse('age_check_required');
}
