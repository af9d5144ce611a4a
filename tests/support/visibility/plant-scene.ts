import { sql } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import { must } from '#contract/must.ts';
import { type Town, townsOf } from '#server/platform/gazetteer/index.ts';
import type { Client, TestApp } from '../app.ts';
import { browserOf, plant, plantConversation, setSettings } from '../members.ts';
import type { State } from './visibility-matrix.ts';

/** The site of another pool. The test plants it. */
export const ELSEWHERE = 'elsewhere.example';

/** The viewer's former country. */
const FORMER_COUNTRY = 'PT';

export interface Scene {
  viewer: Client;
  /** The member in the state. */
  other: number;
  /** A third member, who shares likes with the other one. */
  neighbour: number;
}

/** A town of the country, with coordinates for distances and searches by radius. */
export function townOf(country: CountryCode): Pick<Town, 'region' | 'city' | 'lat' | 'lon'> {
  const { region, city, lat, lon } = must(townsOf(country)[0], 'town');
  return { region, city, lat, lon };
}

export async function plantScene(app: TestApp, country: CountryCode, state: State): Promise<Scene> {
  const {
    options,
    blocks,
    conversation,
    resells,
    elsewhere,
    contact,
    request,
    unliking,
    unchecked,
    acquainted,
  } = state;
  const town = townOf(country);
  await setSettings(app, {
    member_resell: resells ?? false,
    age_assurance: unchecked ? { [unchecked === 'former' ? FORMER_COUNTRY : country]: 'before_contact' } : {},
  });
  const viewerId = await plant(app, { gender: 'male', country, ...town, premium: true });
  if (unchecked === 'former')
    await sql`update profiles set former_countries = ${[FORMER_COUNTRY]} where id = ${viewerId}`.execute(
      app.db,
    );
  const other = await plant(app, {
    gender: 'female',
    country,
    ...town,
    ...options,
    ...(elsewhere && { host: ELSEWHERE }),
  });
  await sql`update profiles set hair_color = 'red' where id = ${other}`.execute(app.db);
  await sql`insert into profile_views (member_id, profile_id) values (${viewerId}, ${other})`.execute(app.db);
  // The neighbour shares likes with the other member, who would therefore appear among the neighbour's
  // related profiles.
  const neighbour = await plant(app, { gender: 'female', country, date_of_birth: '1991-01-01' });
  await sql`insert into likes (liker_id, liked_id) values (${other}, ${viewerId}), (${viewerId}, ${other})`.execute(
    app.db,
  );
  await sql`select record_activity(${viewerId}, 'like', ${String(other)}, ${other}, '{}', true)`.execute(
    app.db,
  );
  await sql`insert into swipe_choices (member_id, profile_id, liked, day) values (${viewerId}, ${neighbour}, false, '2026-01-01')`.execute(
    app.db,
  );
  if (blocks === 'viewer') await sql`insert into blocks values (${viewerId}, ${other})`.execute(app.db);
  if (blocks === 'other') await sql`insert into blocks values (${other}, ${viewerId})`.execute(app.db);
  if (acquainted === 'viewer')
    await sql`insert into acquaintances values (${viewerId}, ${other})`.execute(app.db);
  if (acquainted === 'other')
    await sql`insert into acquaintances values (${other}, ${viewerId})`.execute(app.db);
  if (conversation) {
    const id = await plantConversation(app, viewerId, other);
    await sql`
      with said as (
        insert into messages (conversation_id, sender_id, client_id, kind, body) values (${id}, ${other}, gen_random_uuid(), 'text', 'a needle') returning id
      )
      update participants set last_message_id = said.id, last_sender_id = ${other}, last_kind = 'text', last_excerpt = 'a needle', last_sent_at = app_now(), unread = (member_id = ${viewerId})::int from said where conversation_id = ${id}`.execute(
      app.db,
    );
  }
  // A like would meet every condition.
  if (unliking || contact) await sql`delete from likes where liker_id = ${other}`.execute(app.db);
  if (contact)
    await sql`insert into contact_conditions (member_id, verified, others) values (${other}, true, ${contact})`.execute(
      app.db,
    );
  if (request)
    await sql`update participants set request = 'waiting', hidden = true, unread = 0 where member_id = ${viewerId}`.execute(
      app.db,
    );
  return { viewer: await browserOf(app, viewerId), other, neighbour };
}
