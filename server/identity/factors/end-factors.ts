import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { dropRecoveryCodes } from './drop-recovery-codes.ts';
import { secondStepsOf } from './second-steps-of.ts';
import { type ChangedBy, tellOfChange } from './tell-change.ts';

/** Identifies the authenticator app among the factors to keep; passkeys are identified by their ids. */
const APP = 'totp';

/**
 * Removes every factor that is not in `keep`, or with `days` only those added within that time. Anybody who
 * had access to the account may have added one, and a passkey is a complete login. A mail lists the removed
 * factors.
 */
export async function endFactors(
  app: Pick<App, 'mailer'>,
  tx: Tx,
  memberId: number,
  { keep = [], days = null }: { keep?: readonly string[] | undefined; days?: number | null },
  by: ChangedBy,
): Promise<void> {
  const since = sql`(${days}::int is null or added >= app_now() - ${days}::int * interval '1 day')`;
  const passkeys = await sql<{ counted: boolean }>`
    delete from passkeys using (select credential_id as id, created_at as added from passkeys where member_id = ${memberId}) own
    where credential_id = own.id and (confirmed_at is null or ${since} and credential_id <> all(${[...keep]}::text[]))
    returning confirmed_at is not null as counted`.execute(tx);
  const apps = await sql<{ counted: boolean }>`
    delete from totp_secrets using (select coalesce(max(confirmed_at), app_now()) as added from totp_secrets where member_id = ${memberId}) own
    where member_id = ${memberId} and (confirmed_at is null or ${since} and not ${keep.includes(APP)}::boolean)
    returning confirmed_at is not null as counted`.execute(tx);
  if (passkeys.rows.some(({ counted }) => counted))
    await tellOfChange(app, tx, memberId, 'passkey_removed', by);
  if (apps.rows.some(({ counted }) => counted)) await tellOfChange(app, tx, memberId, 'app_off', by);
  if ((await secondStepsOf(tx, memberId)).length === 0) await dropRecoveryCodes(tx, memberId);
}
