import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { wordsOf, type HideableField } from '#contract/profile-fields.ts';
import { discreetInterests, sharedFields, type SharedField } from '#contract/rules/daily-people-rules.ts';
import type { App } from '../../platform/app.ts';
import { hydrate, skeletonColumns, type Shown } from '../../profiles/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { listedFor, type Viewer } from '../../visibility/index.ts';
import { chooseDailyPeople } from './choose-daily-people.ts';
import { dailySeekerOf } from './daily-seeker.ts';

type DailyPerson = CallReply<'dailyPeople'>['people'][number];
type Words = Record<SharedField, string[]>;
type Row = Shown & Words & { hidden_fields: string[]; mine: Words };

const MOST_WORDS = 2;

/**
 * GET /api/daily-people.php: the people of the member's day, chosen at its first visit. Each visit leaves out those whom
 * the visibility rule hides by now, and tells what the two have in common from what both show by now.
 */
export async function dailyPeople(
  app: Pick<App, 'db' | 'parts'>,
  viewer: Viewer<number>,
  host: string | undefined,
): Promise<CallReply<'dailyPeople'>> {
  const { id: member } = viewer;
  const seeker = await dailySeekerOf(app.db, member, (await settingsOf(app, host)).time_zone);
  if (!seeker) return { people: [] };
  if (!seeker.chosen) await chooseDailyPeople(app.db, viewer, seeker);
  const { rows } = await sql<Row>`
    select ${skeletonColumns(member, sql`array(select profile_id from daily_people where member_id = ${member})`)},
      p.interests, p.intention, p.languages, p.hidden_fields,
      (select jsonb_build_object('interests', me.interests, 'intention', me.intention, 'languages', me.languages) from profiles me where me.id = ${member}) as mine
    from daily_choices c join daily_people d on d.member_id = c.member_id and d.day = c.day join profiles p on p.id = d.profile_id
    where c.member_id = ${member} and ${listedFor(viewer)} order by d.position`.execute(app.db);
  const people = await hydrate(app, viewer, rows);
  return {
    people: rows.flatMap((row): DailyPerson[] => {
      const profile = people.card(row);
      return profile ? [{ profile, shared: sharedWith(row, viewer.hides) }] : [];
    }),
  };
}

/** The first field of which both have a word in common, among those that the site and the other profile show. */
function sharedWith(row: Row, hides: readonly HideableField[]): DailyPerson['shared'] {
  for (const field of sharedFields) {
    if (hides.includes(field) || row.hidden_fields.includes(field)) continue;
    const words = wordsOf(field).filter(
      (word) => row[field].includes(word) && row.mine[field].includes(word) && !discreetInterests.has(word),
    );
    if (words.length > 0) return { field, words: words.slice(0, MOST_WORDS) };
  }
  return null;
}
