import { sql } from 'kysely';
import { isAboveOwnLimits } from '../identity/index.ts';
import type { Operator } from '../moderation/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import {
  announceCredits,
  bookCreditChange,
  lockCreditChange,
  type CreditChangeState,
} from './stored-credit-change.ts';

export interface CreditChange {
  id: string;
  member: number;
  /** Negative to take credits. */
  credits: number;
  reason: string;
}

/**
 * POST /api/admin/credits: gives a member credits or takes unspent ones. Above the site's limit
 * (`credit_approval_credits`, summed over the changes that one operator makes alone in a day) or the operator's
 * own limits the change waits for a second operator. Throws `not_found` if the member does not exist, `invalid_fields` for an
 * invalid field or an operator's account, and `conflict` if the member has too few credits or the id belongs
 * to another change.
 */
export async function changeCredits(
  app: App,
  operator: Operator,
  { id, member, credits, reason }: CreditChange,
): Promise<CreditChangeState> {
  if (credits === 0) throw refuseFields({ credits: 'invalid' });
  if (reason.trim() === '') throw refuseFields({ reason: 'required' });
  const done = await inTransaction(app.db, async (tx) => {
    // Serialises one operator's changes, so that concurrent ones cannot exceed the limit.
    await sql`select pg_advisory_xact_lock(hashtextextended('credits by operator ' || ${operator.id}, 0))`.execute(
      tx,
    );
    const known = await lockCreditChange(tx, id);
    if (known) {
      if (known.asked_by !== operator.id || known.member_id !== member || known.credits !== credits)
        throw refuse('conflict');
      return { state: known.state, booked: null };
    }
    const { rows } = await sql<{ roles: string[]; host: string | null; day: number }>`
      select roles, host, (select coalesce(sum(abs(credits)), 0)::int from credit_changes
        where asked_by = ${operator.id} and decided_by is null and state = 'done' and created_at > app_now() - interval '1 day') as day
      from members where id = ${member} and status <> 'deleted'`.execute(tx);
    if (!rows[0]) throw refuse('not_found');
    if (member === operator.id || rows[0].roles.length > 0) throw refuseFields({ member: 'invalid' });
    // The limit comes from the member's site, because operators can choose the host of their request.
    const { credit_approval_credits: limit } = await settingsOf(app, rows[0].host ?? undefined);
    const act = Math.abs(credits);
    const day = rows[0].day + act;
    const waits = day > limit || (await isAboveOwnLimits(tx, operator.id, 'credits', { act, day }));
    const state: CreditChangeState = waits ? 'approval' : 'done';
    await sql`
      insert into credit_changes (id, member_id, credits, reason, state, asked_by, settled_at)
      values (${id}, ${member}, ${credits}, ${reason.trim()}, ${state}, ${operator.id}, ${state === 'done' ? sql`app_now()` : null})`.execute(
      tx,
    );
    await operator.audit(tx, {
      act: state === 'done' ? 'credits.change' : 'credits.ask',
      member,
      object: id,
      details: { credits },
    });
    return { state, booked: state === 'done' ? await bookCreditChange(tx, { id, member, credits }) : null };
  });
  announceCredits(app, member, done.booked);
  return done.state;
}
