import { sql } from 'kysely';
import { COMPLAINT_MISUSE, isMisuseMeasure } from '#contract/rules/measure-rules.ts';
import { one, type Tx } from '../../platform/database/index.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import type { MeasureRequest } from '../measures/measure-request.ts';
import { unfoundedComplaints } from './unfounded-complaints.ts';

/**
 * Checks a measure against the rules about misuse of complaints (docs/product.md 12.23): a warning needs several unfounded
 * complaints, and a suspension a warning that stands, with an unfounded complaint sent after it. Throws
 * `invalid_fields`.
 */
export async function checkMisuse(tx: Tx, { member, kind, ground }: MeasureRequest): Promise<void> {
  if (isMisuseMeasure(kind) !== (ground === 'complaint_misuse')) throw refuseFields({ ground: 'invalid' });
  if (!isMisuseMeasure(kind)) return;
  const { unfounded, since_warning } = await one(
    sql<{ unfounded: number; since_warning: boolean }>`
      select ${unfoundedComplaints(sql`${member}`)} as unfounded,
        exists (select from measures w join complaints c on c.reporter_id = w.member_id and c.is_unfounded and c.created_at > w.created_at
          where w.member_id = ${member} and w.kind = 'complaint_warning' and w.ended_at is null
            and w.created_at > app_now() - make_interval(months => ${sql.lit(COMPLAINT_MISUSE.months)})) as since_warning`.execute(
      tx,
    ),
  );
  if (unfounded < COMPLAINT_MISUSE.complaints) throw refuseFields({ kind: 'misuse_rare' });
  if (kind === 'complaint_suspension' && !since_warning) throw refuseFields({ kind: 'misuse_unwarned' });
}
