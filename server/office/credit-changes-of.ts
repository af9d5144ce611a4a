import { sql } from 'kysely';
import type { OfficeFile } from '#contract/office/members.ts';
import type { Db } from '../platform/database/index.ts';
import type { CreditChangeState } from './stored-credit-change.ts';

export async function creditChangesOf(
  db: Db,
  operator: number,
  member: number,
): Promise<OfficeFile['credit_changes']> {
  const { rows } = await sql<{
    id: string;
    credits: number;
    reason: string;
    state: CreditChangeState;
    name: string | null;
    asked_by: number;
    created_at: Date;
  }>`
    select c.id, c.credits, c.reason, c.state, p.name, c.asked_by, c.created_at from credit_changes c left join profiles p on p.id = c.asked_by
    where c.member_id = ${member} order by c.created_at desc, c.id limit 50`.execute(db);
  return rows.map(({ name, asked_by, created_at, ...rest }) => ({
    ...rest,
    asked_by: name ?? String(asked_by),
    own: asked_by === operator,
    created_at: created_at.toISOString(),
  }));
}
