import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { type ChangedBy, tellOfChange } from './tell-change.ts';

export async function removeTotp(
  app: Pick<App, 'mailer'>,
  tx: Tx,
  memberId: number,
  by: ChangedBy,
): Promise<void> {
  const { rows } = await sql<{ was_on: boolean }>`
    delete from totp_secrets where member_id = ${memberId} returning confirmed_at is not null as was_on`.execute(
    tx,
  );
  if (rows[0]?.was_on) await tellOfChange(app, tx, memberId, 'app_off', by);
}
