import type { CallBody } from '#contract/calls.ts';
import type { BulkOutcome } from '#contract/moderation/bulk-acts.ts';
import type { App } from '../../platform/app.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { applyMeasure } from '../measures/apply-measure.ts';
import { type BulkOperator, recordBulk, rowOperator, runOncePerMember } from './run-once-per-member.ts';

/** POST /api/admin/measures: takes the same measure against each of the members. */
export async function takeMeasures(
  app: App,
  operator: BulkOperator,
  body: CallBody<'takeMeasures'>,
): Promise<BulkOutcome[]> {
  const { id, members, filters, kind, ground, facts, days, refund } = body;
  if (facts.trim() === '') throw refuseFields({ facts: 'required' });
  if (kind === 'suspension' && !days) throw refuseFields({ days: 'required' });
  const row = rowOperator(operator, 'measure', id);
  const outcomes = await runOncePerMember(app, operator, { id, members }, (tx, member) =>
    applyMeasure(app, tx, row, { member, kind, ground, facts, days, refund }),
  );
  await recordBulk(app, operator, { id, filters }, outcomes);
  return outcomes;
}
