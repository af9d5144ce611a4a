import { sql } from 'kysely';
import { holdAccount } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { comparablePdq } from '../known/comparable-pdq.ts';
import { pdqNear } from '../known/pdq-near.ts';
import type { Pdq } from '../known/pdq.ts';
import { SAME_WITHIN_BITS } from './fingerprint.ts';

/** Holds the account of a member who uploads a photo or selfie of a banned member for a moderator. */
export async function notePicture(
  app: Pick<App, 'events' | 'jobs'>,
  tx: Tx,
  member: number,
  { looks, pdq }: { looks: string; pdq: Pdq },
): Promise<void> {
  const { rows } = await sql<{ related: number }>`
    select member_id as related from banned_marks
    where fingerprint is not null and until > app_now() and member_id <> ${member}
      and bit_count((fingerprint # ${looks}::bigint)::bit(64)) <= ${SAME_WITHIN_BITS}
    union select member_id from banned_marks
    where pdq is not null and until > app_now() and member_id <> ${member} and ${pdqNear(sql`pdq`, comparablePdq(pdq))}`.execute(
    tx,
  );
  for (const { related } of rows) await holdAccount(app, tx, { member, reason: 'banned_picture', related });
}
