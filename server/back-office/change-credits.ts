import { sql } from 'kysely';
import type { OfficeFile } from '#contract/office.ts';
import { grantCredits, takeGrantedCredits, type Booked } from '../credits/index.ts';
import type { Operator } from '../moderation/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';

type State = 'approval' | 'done' | 'declined';

export interface CreditChange {
  /** Made by the browser: a repeat is the same change. */
  id: string;
  member: number;
  /** Below 0: taken. */
  credits: number;
  reason: string;
}

/**
 * POST /api/admin/credits.php: gives credits to a member, or takes unspent ones. Beyond the site's limit
 * (`credit_approval_credits`, over all that one operator changed alone within a day) it waits for a second operator.
 *
 * Refuses `not_found`; `invalid_fields`; `conflict` for more than the member has.
 */
export async function changeCredits(app: App, operator: Operator, { id, member, credits, reason }: CreditChange, host: string): Promise<State> {
  if (credits === 0) throw refuseFields({ credits: 'invalid' });
  if (reason.trim() === '') throw refuseFields({ reason: 'required' });
  const { credit_approval_credits: limit } = await settingsOf(app, host);
  const done = await inTransaction(app.db, async (tx) => {
    // One operator's changes are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('credits by operator ' || ${operator.id}, 0))`.execute(tx);
    const known = await find(tx, id);
    if (known) {
      if (known.asked_by !== operator.id || known.member_id !== member || known.credits !== credits) throw refuse('conflict');
      return { state: known.state, booked: null };
    }
    const { rows } = await sql<{ roles: string[]; day: number }>`
      select roles, (select coalesce(sum(abs(credits)), 0)::int from credit_changes
        where asked_by = ${operator.id} and decided_by is null and state = 'done' and created_at > app_now() - interval '1 day') as day
      from members where id = ${member} and status <> 'deleted'`.execute(tx);
    if (!rows[0]) throw refuse('not_found');
    if (member === operator.id || rows[0].roles.length > 0) throw refuseFields({ member: 'invalid' });
    const state: State = rows[0].day + Math.abs(credits) > limit ? 'approval' : 'done';
    await sql`
      insert into credit_changes (id, member_id, credits, reason, state, asked_by, settled_at)
      values (${id}, ${member}, ${credits}, ${reason.trim()}, ${state}, ${operator.id}, ${state === 'done' ? sql`app_now()` : null})`.execute(tx);
    await operator.audit(tx, { act: state === 'done' ? 'credits.change' : 'credits.ask', member, object: id, details: { credits } });
    return { state, booked: state === 'done' ? await book(tx, { id, member, credits }) : null };
  });
  tell(app, member, done.booked);
  return done.state;
}

/** PUT /api/admin/credits.php: a second operator agrees or declines. Refuses `not_found`, `own_decision`, `conflict`. */
export async function decideCredits(app: App, operator: Operator, { id, approve }: { id: string; approve: boolean }): Promise<State> {
  const state: State = approve ? 'done' : 'declined';
  const { member, booked } = await inTransaction(app.db, async (tx) => {
    const found = await find(tx, id);
    if (!found) throw refuse('not_found');
    if (found.state === state && found.decided_by === operator.id) return { member: found.member_id, booked: null };
    if (found.state !== 'approval') throw refuse('conflict');
    if (found.asked_by === operator.id) throw refuse('own_decision');
    await sql`update credit_changes set state = ${state}, decided_by = ${operator.id}, settled_at = app_now() where id = ${id}`.execute(tx);
    await operator.audit(tx, {
      act: approve ? 'credits.approve' : 'credits.decline',
      member: found.member_id,
      object: id,
      details: { credits: found.credits },
    });
    return { member: found.member_id, booked: approve ? await book(tx, { id, member: found.member_id, credits: found.credits }) : null };
  });
  tell(app, member, booked);
  return state;
}

interface Row {
  member_id: number;
  credits: number;
  state: State;
  asked_by: number;
  decided_by: number | null;
}

const find = async (tx: Tx, id: string): Promise<Row | undefined> =>
  (await sql<Row>`select member_id, credits, state, asked_by, decided_by from credit_changes where id = ${id} for update`.execute(tx)).rows[0];

const book = (tx: Tx, { id, member, credits }: { id: string; member: number; credits: number }): Promise<Booked> =>
  credits > 0
    ? grantCredits(tx, { member, kind: 'operator_grant', credits, key: `operator:${id}` })
    : takeGrantedCredits(tx, { member, credits: -credits, key: `operator:${id}` });

function tell(app: App, member: number, booked: Booked | null): void {
  if (booked && !booked.repeated) app.events.emit(member, 'credits', { credits: booked.credits, paid_user: booked.paidUser, reason: 'refund' });
}

/** What operators changed of a member's credits, newest first. */
export async function creditChangesOf(db: Db, operator: number, member: number): Promise<OfficeFile['credit_changes']> {
  const { rows } = await sql<{ id: string; credits: number; reason: string; state: State; name: string | null; asked_by: number; created_at: Date }>`
    select c.id, c.credits, c.reason, c.state, p.name, c.asked_by, c.created_at from credit_changes c left join profiles p on p.id = c.asked_by
    where c.member_id = ${member} order by c.created_at desc, c.id limit 50`.execute(db);
  return rows.map(({ name, asked_by, created_at, ...rest }) => ({
    ...rest,
    asked_by: name ?? String(asked_by),
    own: asked_by === operator,
    created_at: created_at.toISOString(),
  }));
}
