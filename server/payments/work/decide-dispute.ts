import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { correctLostDispute } from './correct-lost-dispute.ts';

/**
 * POST /api/admin/disputes: records the outcome of a chargeback: the bank was answered, or the dispute was
 * won or lost. A lost one gets a credit note, so that the books owe no VAT for it. This record never moves credits; only the gateway's events do. A repeat changes nothing.
 * Throws `not_found` for a payment without a chargeback, and `conflict` for a dispute that has ended
 * differently.
 */
export async function decideDispute(
  app: App,
  { id, audit }: { id: number; audit: AuditNote },
  { payment, state, note }: CallBody<'decideDispute'>,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ state: string; member_id: number }>`
      select d.state, o.member_id from disputes d join payments o on o.id = d.payment_id where d.payment_id = ${payment} for update of d`.execute(
      tx,
    );
    const dispute = rows[0];
    if (!dispute) throw refuse('not_found');
    if (dispute.state === state && note === undefined) return;
    if ((dispute.state === 'won' || dispute.state === 'lost') && dispute.state !== state)
      throw refuse('conflict');
    await sql`
      update disputes set state = ${state}, note = coalesce(${note?.trim() || null}, note), decided_by = ${id}, decided_at = app_now()
      where payment_id = ${payment}`.execute(tx);
    if (state === 'lost') await correctLostDispute(app, tx, payment);
    await audit(tx, { act: `dispute.${state}`, member: dispute.member_id, object: payment });
  });
}
