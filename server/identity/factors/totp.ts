import { generateSecret, generateURI, verify } from 'otplib';
import { toString as drawQr } from 'qrcode';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Db, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { seal, unseal } from '../../platform/sealing.ts';
import { accountOf } from '../accounts.ts';
import { type ChangedBy, tellOfChange } from './tell-change.ts';

type Parts = Pick<App, 'config' | 'db'>;

const PURPOSE = 'authenticator apps';
/** Clocks of phones that differ by this much are right, seconds. */
const TOLERANCE = 30;

/** A new secret for an authenticator app, which asks for nothing before its first code was right. An app that works already goes on until then. */
export async function beginTotp({ config, db }: Parts, memberId: number, siteName: string): Promise<{ secret: string; uri: string; qr: string }> {
  const account = await accountOf(db, memberId);
  if (!account) throw refuse('authentication_required');
  if (await hasTotp(db, memberId)) throw refuse('conflict');
  const secret = generateSecret();
  const sealed = seal(config.secret, PURPOSE, String(memberId), secret);
  await sql`insert into totp_secrets (member_id, secret_sealed) values (${memberId}, ${sealed})
    on conflict (member_id) do update set secret_sealed = excluded.secret_sealed, last_step = 0 where totp_secrets.confirmed_at is null`.execute(db);
  const uri = generateURI({ issuer: siteName, label: account.email, secret });
  return { secret, uri, qr: await drawQr(uri, { type: 'svg', margin: 1 }) };
}

/** An app that works at once, with a known secret: the demo site's operator has it. */
export async function giveTotp(db: Db, siteSecret: string, memberId: number, secret: string): Promise<void> {
  await sql`insert into totp_secrets (member_id, secret_sealed, confirmed_at)
    values (${memberId}, ${seal(siteSecret, PURPOSE, String(memberId), secret)}, app_now())`.execute(db);
}

/** Begins to ask for codes, since the app shows the right ones, and tells the member by mail. Refuses `code_invalid`. */
export async function confirmTotp(app: Parts & Pick<App, 'mailer'>, memberId: number, code: string, by: ChangedBy): Promise<void> {
  if (!(await isTotpCode(app, memberId, code, false))) throw refuse('code_invalid');
  await inTransaction(app.db, async (tx) => {
    const { numAffectedRows } = await sql`
      update totp_secrets set confirmed_at = app_now() where member_id = ${memberId} and confirmed_at is null`.execute(tx);
    if (numAffectedRows === 1n) await tellOfChange(app, tx, memberId, 'app_on', by);
  });
}

/** Whether codes of an app are asked for. */
export async function hasTotp(db: Db, memberId: number): Promise<boolean> {
  const { rows } = await sql`select from totp_secrets where member_id = ${memberId} and confirmed_at is not null`.execute(db);
  return rows.length > 0;
}

/** Whether a code is the app's now, and was not used before. Two uses at once: one gets it. */
export async function isTotpCode({ config, db }: Parts, memberId: number, code: string, confirmed = true): Promise<boolean> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return false;
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ secret_sealed: Buffer; last_step: number; now: number }>`
      select secret_sealed, last_step, extract(epoch from app_now())::float8 as now from totp_secrets
      where member_id = ${memberId} and (confirmed_at is not null) = ${confirmed} for update`.execute(tx);
    const kept = rows[0];
    if (!kept) return false;
    const secret = unseal(config.secret, PURPOSE, String(memberId), kept.secret_sealed);
    const answer = await verify({ secret, token, epoch: Math.floor(kept.now), epochTolerance: TOLERANCE, afterTimeStep: Number(kept.last_step) });
    if (!answer.valid || !('timeStep' in answer)) return false;
    await sql`update totp_secrets set last_step = ${answer.timeStep} where member_id = ${memberId}`.execute(tx);
    return true;
  });
}

/** Asks for no more codes of an app, and tells the member by mail. A repeat is fine. */
export async function removeTotp(app: Pick<App, 'mailer'>, tx: Tx, memberId: number, by: ChangedBy): Promise<void> {
  const { rows } = await sql<{ was_on: boolean }>`
    delete from totp_secrets where member_id = ${memberId} returning confirmed_at is not null as was_on`.execute(tx);
  if (rows[0]?.was_on) await tellOfChange(app, tx, memberId, 'app_off', by);
}
