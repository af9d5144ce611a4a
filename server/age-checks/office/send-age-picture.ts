import { sql } from 'kysely';
import { AGE_REVIEW_DAYS, type AgePicture } from '#contract/age-checks/lists.ts';
import { must } from '#contract/must.ts';
import { meetLists, processPhoto } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { isSent, newestAgeCheck } from '../age-check-of.ts';
import { sealAgePicture } from './sealed-pictures.ts';

/**
 * PUT /api/age-check-picture.php: stores a picture of the open check in the office, in place of an earlier one. With both
 * pictures the check waits for a moderator, and further ones change nothing. Throws `conflict` without an open check in the
 * office, the errors of `processPhoto` for an invalid file, `account_held` for a listed picture (`meetLists`), and `unavailable` while
 * the matcher of known pictures gives no answer.
 */
export async function sendAgePicture(
  app: Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'log' | 'storage'>,
  member: number,
  part: AgePicture,
  content: Buffer,
): Promise<void> {
  const open = await newestAgeCheck(app.db, member);
  if (open?.state !== 'open' || open.provider !== 'office') throw refuse('conflict');
  if (isSent(open)) return;
  const processed = await processPhoto(content, `member ${member}`);
  const { awaits } = await meetLists(app, member, processed, 'age_picture');
  // The picture is not stored, so the matcher could not be asked about it later.
  if (awaits) throw refuse('unavailable');
  const largest = must(
    processed.files.find(({ variant }) => variant === '960'),
    'largest file of a picture',
  );
  await inTransaction(app.db, async (tx) => {
    await sql`select from members where id = ${member} for no key update`.execute(tx);
    const now = await newestAgeCheck(tx, member);
    if (now?.id !== open.id || now.state !== 'open') throw refuse('conflict');
    if (isSent(now)) return;
    await sql`
      insert into age_check_pictures (check_id, part, sealed)
      values (${open.id}, ${part}, ${sealAgePicture(app.config, open.id, part, largest.content)})
      on conflict (check_id, part) do update set sealed = excluded.sealed`.execute(tx);
    await sql`
      update age_checks set sent_at = app_now(), due_at = app_now() + ${AGE_REVIEW_DAYS} * interval '1 day'
      where id = ${open.id} and (select count(*) from age_check_pictures where check_id = ${open.id}) = 2`.execute(
      tx,
    );
  });
}
