import { sql } from 'kysely';
import { grantCredits, takeGrantedCredits, type Booked } from '../credits/index.ts';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';

export type CreditChangeState = 'approval' | 'done' | 'declined';

interface StoredChange {
  member_id: number;
  credits: number;
  state: CreditChangeState;
  asked_by: number;
  decided_by: number | null;
}

export const lockCreditChange = async (tx: Tx, id: string): Promise<StoredChange | undefined> =>
  (
    await sql<StoredChange>`select member_id, credits, state, asked_by, decided_by from credit_changes where id = ${id} for update`.execute(
      tx,
    )
  ).rows[0];

export const bookCreditChange = (
  tx: Tx,
  { id, member, credits }: { id: string; member: number; credits: number },
): Promise<Booked> =>
  credits > 0
    ? grantCredits(tx, { member, kind: 'operator_grant', credits, key: `operator:${id}` })
    : takeGrantedCredits(tx, { member, credits: -credits, key: `operator:${id}` });

export function announceCredits(app: App, member: number, booked: Booked | null): void {
  if (booked && !booked.repeated)
    app.events.emit(member, 'credits', {
      credits: booked.credits,
      paid_user: booked.paidUser,
      reason: 'refund',
    });
}
