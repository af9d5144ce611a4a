import { sql } from 'kysely';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { siteInSites } from '../../site-scope/index.ts';

export interface WaitingChange {
  id: string;
  kind: 'setting' | 'package';
  /** Key of the changed setting (with its site) or package. At most one change per object waits. */
  object: string;
  before: unknown;
  after: unknown;
  state: 'waiting' | 'done' | 'declined';
  asked_by: number;
  decided_by: number | null;
  created_at: Date;
}

type NewChange = Pick<WaitingChange, 'kind' | 'object' | 'before' | 'after'> & { askedBy: number };

/**
 * Stores a change until a second operator decides it. A newer change of the same object replaces it under a
 * new id, so that nobody approves a version they have not read.
 */
export async function holdChange(tx: Tx, { kind, object, before, after, askedBy }: NewChange): Promise<void> {
  await sql`
    insert into waiting_changes (kind, object, before, after, asked_by)
    values (${kind}, ${object}, ${JSON.stringify(before ?? null)}::jsonb, ${JSON.stringify(after)}::jsonb, ${askedBy})
    on conflict (kind, object) where state = 'waiting' do update set
      id = gen_random_uuid(), before = excluded.before, after = excluded.after, asked_by = excluded.asked_by, created_at = app_now()`.execute(
    tx,
  );
}

export async function lockChange(tx: Tx, id: string): Promise<WaitingChange | null> {
  const { rows } =
    await sql<WaitingChange>`select * from waiting_changes where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Records who decided a change. The caller must apply the change in the same transaction. */
export async function closeChange(
  tx: Tx,
  id: string,
  state: 'done' | 'declined',
  decidedBy: number,
): Promise<void> {
  await sql`update waiting_changes set state = ${state}, decided_by = ${decidedBy}, decided_at = app_now() where id = ${id}`.execute(
    tx,
  );
}

export async function waitingChanges(
  db: Db,
  sites: Sites,
): Promise<(WaitingChange & { name: string | null })[]> {
  const { rows } = await sql<WaitingChange & { name: string | null }>`
    select c.*, p.name from waiting_changes c left join profiles p on p.id = c.asked_by
    where c.state = 'waiting' and ${sites === null ? sql`true` : sql`c.kind = 'setting' and c.after ->> 'host' <> ${DEFAULT_SITE} and ${siteInSites(sites, sql`c.after ->> 'host'`)}`} order by c.created_at, c.id limit 100`.execute(
    db,
  );
  return rows;
}
