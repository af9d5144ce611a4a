import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { assertHouseProfile } from './assert-house-profile.ts';
import { writeFictionalProfile } from './write-fictional-profile.ts';

/**
 * Changes the given fields of a fictional profile or cam listing. Throws `not_found` for a member's profile,
 * and `invalid_fields` for invalid fields.
 */
export async function changeFictionalProfile(
  app: App,
  body: CallBody<'changeFictionalProfile'>,
): Promise<void> {
  const { min_age } = await settingsOf(app);
  await inTransaction(app.db, async (tx) => {
    await assertHouseProfile(tx, body.id);
    await sql`insert into fictional_profiles (profile_id) values (${body.id}) on conflict do nothing`.execute(
      tx,
    );
    await writeFictionalProfile(tx, body.id, body, min_age);
  });
}
