import { sql } from 'kysely';
import type { AddressKey } from '#contract/rules/account-rules.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { memberChanged } from '../sessions/member-changed.ts';

/**
 * Frees an address held by an unconfirmed account, for a person who has proved to own it. Anybody can sign up
 * with any address, so the unconfirmed account has no claim to it.
 */
export async function yieldAddress(app: Pick<App, 'events'>, tx: Tx, key: AddressKey): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update members set shadow_email_key = email_key, email_key = null
    where email_key = ${key} and 'not_confirmed' in (status, status_before_deletion, status_before_ban)
    returning id`.execute(tx);
  for (const { id } of rows) await memberChanged(app, tx, id);
}
