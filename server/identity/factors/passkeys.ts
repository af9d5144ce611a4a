import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Db, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { accountOf } from '../accounts.ts';
import { type ChangedBy, tellOfChange } from './tell-change.ts';

type Parts = Pick<App, 'config' | 'db'>;

const CHALLENGE_MINUTES = 5;
const MOST_PASSKEYS = 10;

export interface Passkey {
  /** The credential's id, base64url. */
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** The passkeys of a member, the oldest first. */
export async function passkeysOf(db: Db, memberId: number): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select credential_id as id, name, created_at, last_used_at from passkeys where member_id = ${memberId} order by created_at, credential_id`.execute(db);
  return rows;
}

/** What the browser needs to make a passkey on this site. */
export async function beginPasskey({ config, db }: Parts, memberId: number, host: string, siteName: string) {
  const [account, known] = await Promise.all([accountOf(db, memberId), passkeysOf(db, memberId)]);
  if (!account) throw refuse('authentication_required');
  if (known.length >= MOST_PASSKEYS) throw refuse('conflict');
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: siteAt(config.publicUrl, host).id,
    userName: account.email,
    userDisplayName: account.name,
    userID: new TextEncoder().encode(`member ${memberId}`),
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(db, options.challenge, memberId);
  return options;
}

/** Keeps the passkey that the browser made, and tells the member by mail. Refuses `passkey_failed`. */
export async function addPasskey(
  app: Parts & Pick<App, 'mailer'>,
  memberId: number,
  by: ChangedBy,
  made: { response: RegistrationResponseJSON; name: string },
): Promise<void> {
  const site = siteAt(app.config.publicUrl, by.host);
  const verified = await verifyRegistrationResponse({
    response: made.response,
    expectedChallenge: (challenge: string) => useChallenge(app.db, challenge, memberId),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) throw refuse('passkey_failed');
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  await inTransaction(app.db, async (tx) => {
    const { numAffectedRows } = await sql`insert into passkeys (member_id, credential_id, public_key, counter, transports, name)
      values (${memberId}, ${id}, ${Buffer.from(publicKey)}, ${counter}, ${transports}::text[], ${made.name})
      on conflict do nothing`.execute(tx);
    if (numAffectedRows === 1n) await tellOfChange(app, tx, memberId, 'passkey_added', by);
  });
}

/** Forgets a passkey, and tells the member by mail. A repeat is fine. */
export async function removePasskey(app: Pick<App, 'mailer'>, tx: Tx, memberId: number, id: string, by: ChangedBy): Promise<void> {
  const { numAffectedRows } = await sql`delete from passkeys where member_id = ${memberId} and credential_id = ${id}`.execute(tx);
  if (numAffectedRows === 1n) await tellOfChange(app, tx, memberId, 'passkey_removed', by);
}

/** What the browser needs to log in with a passkey that it chooses itself. */
export async function beginPasskeyLogin({ config, db }: Parts, host: string) {
  const options = await generateAuthenticationOptions({ rpID: siteAt(config.publicUrl, host).id, userVerification: 'required' });
  await keepChallenge(db, options.challenge, null);
  return options;
}

/** Whose passkey answered: it is both factors, since it asked for a finger, a face or a code. Refuses `passkey_failed`. */
export async function memberOfPasskey({ config, db }: Parts, host: string, response: AuthenticationResponseJSON): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ member_id: number; public_key: Buffer; counter: number; transports: string[] }>`
      select member_id, public_key, counter, transports from passkeys where credential_id = ${response.id} for update`.execute(tx);
    const known = rows[0];
    const site = siteAt(config.publicUrl, host);
    const verified =
      known &&
      (await verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge: string) => useChallenge(tx, challenge, null),
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        credential: { id: response.id, publicKey: new Uint8Array(known.public_key), counter: Number(known.counter), transports: known.transports as never },
        requireUserVerification: true,
      }).catch(() => null));
    if (!verified?.verified) throw refuse('passkey_failed');
    await sql`update passkeys set counter = ${verified.authenticationInfo.newCounter}, last_used_at = app_now() where credential_id = ${response.id}`.execute(
      tx,
    );
    return known!.member_id;
  });
}

/** The site as browsers bind passkeys to it: by its host, and the origin that pages of it have. */
function siteAt(publicUrl: string, host: string): { id: string; origin: string } {
  const url = new URL(publicUrl);
  if (url.hostname !== host) url.hostname = host;
  return { id: host, origin: url.origin };
}

async function keepChallenge(db: Db, challenge: string, memberId: number | null): Promise<void> {
  await sql`insert into passkey_challenges (challenge, member_id, expires_at)
    values (${challenge}, ${memberId}, app_now() + ${CHALLENGE_MINUTES} * interval '1 minute')`.execute(db);
}

async function useChallenge(db: Db, challenge: string, memberId: number | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from passkey_challenges where challenge = ${challenge} and member_id is not distinct from ${memberId}::bigint and expires_at > app_now()`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
