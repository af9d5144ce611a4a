import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { DecidedPhoto } from '#contract/moderation/bulk-acts.ts';
import { photoClaimedByColleague } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { Refusal, refuse, refuseFields } from '../../platform/http/refusal.ts';
import { inspectPhoto } from '../inspect-photo.ts';
import { type BulkOperator, recordBulk, rowOperator } from './run-once-per-member.ts';

/**
 * PUT /api/admin/photos: decides each of the photos the same way, each in a transaction of its own. What fails for one
 * of them is reported and does not stop the rest. A repeat with the same id skips those decided before. Throws
 * `invalid_fields` for a refusal without a reason.
 */
export async function decidePhotos(
  app: App,
  operator: BulkOperator,
  { id, photos, filters, ...decision }: CallBody<'decidePhotos'>,
): Promise<DecidedPhoto[]> {
  if (!decision.approve && decision.reason === undefined) throw refuseFields({ reason: 'required' });
  const row = rowOperator(operator, 'photo.decide', id);
  const decide = async (photo: number): Promise<void> => {
    if (await wasDecided(app, operator.id, id, photo)) return;
    if (await photoClaimedByColleague(app.db, operator.id, photo)) throw refuse('conflict');
    await inspectPhoto(app, row, {
      ...decision,
      id: photo,
      async remember(tx) {
        await sql`
          insert into bulk_photos (operator_id, id, photo_id) values (${operator.id}, ${id}, ${photo}) on conflict do nothing`.execute(
          tx,
        );
      },
    });
  };
  const outcomes: DecidedPhoto[] = [];
  for (const photo of photos) {
    try {
      await decide(photo);
      outcomes.push({ photo, done: true, error: null });
    } catch (error) {
      if (!(error instanceof Refusal))
        operator.log.error({ err: error, bulk: id }, 'A row of a bulk act failed.');
      outcomes.push({ photo, done: false, error: error instanceof Refusal ? error.code : 'internal' });
    }
  }
  await recordBulk(app, operator, { id, filters }, outcomes);
  return outcomes;
}

async function wasDecided({ db }: App, operator: number, bulk: string, photo: number): Promise<boolean> {
  const { rows } = await sql`
    select from bulk_photos where operator_id = ${operator} and id = ${bulk} and photo_id = ${photo}`.execute(
    db,
  );
  return rows.length > 0;
}
