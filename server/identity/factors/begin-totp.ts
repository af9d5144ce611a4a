import { sql } from 'kysely';
import { generateSecret, generateURI } from 'otplib';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { seal } from '../../platform/sealing.ts';
import { accountOf } from '../accounts.ts';
import { TOTP_SEALING_PURPOSE, hasTotp } from './totp.ts';

/**
 * Creates a secret for an authenticator app. Login requires it only after its first code is confirmed; until
 * then an existing app remains active.
 */
export async function beginTotp(
  { config, db }: Pick<App, 'config' | 'db'>,
  memberId: number,
  siteName: string,
): Promise<{ secret: string; uri: string; qr: string }> {
  const account = await accountOf(db, memberId);
  if (!account) throw refuse('authentication_required');
  if (await hasTotp(db, memberId)) throw refuse('conflict');
  const secret = generateSecret();
  const sealed = seal(config.secret, TOTP_SEALING_PURPOSE, String(memberId), secret);
  await sql`insert into totp_secrets (member_id, secret_sealed) values (${memberId}, ${sealed})
    on conflict (member_id) do update set secret_sealed = excluded.secret_sealed, last_step = 0 where totp_secrets.confirmed_at is null`.execute(
    db,
  );
  const { toString: drawQr } = await import('qrcode');
  const uri = generateURI({ issuer: siteName, label: account.email, secret });
  return { secret, uri, qr: await drawQr(uri, { type: 'svg', margin: 1 }) };
}
