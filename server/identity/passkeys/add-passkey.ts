import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { siteAt } from './passkey-site.ts';
import { refusePasskey } from './refuse-passkey.ts';
import { useChallenge } from './use-challenge.ts';

/**
 * Stores a passkey that the browser created. It has no effect until `confirmPasskey` has verified one
 * response. Otherwise an authenticator whose signatures the site cannot verify would lock its member out of
 * password login too. Throws `passkey_failed` if the response is invalid.
 */
export async function addPasskey(
  app: Pick<App, 'config' | 'db' | 'log'>,
  memberId: number,
  host: string,
  made: { response: RegistrationResponseJSON; name: string },
): Promise<void> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const site = siteAt(app.config.publicUrl, host);
  const verified = await verifyRegistrationResponse({
    response: made.response,
    expectedChallenge: (challenge: string) => useChallenge(app.db, challenge, memberId),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(refusePasskey(app.log, 'registration'));
  if (!verified.verified) throw refuse('passkey_failed');
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  await inTransaction(app.db, async (tx) => {
    // Deletes unconfirmed passkeys, so that they do not accumulate.
    await sql`delete from passkeys where member_id = ${memberId} and confirmed_at is null`.execute(tx);
    await sql`insert into passkeys (member_id, credential_id, public_key, counter, transports, name)
      values (${memberId}, ${id}, ${Buffer.from(publicKey)}, ${counter}, ${transports}::text[], ${made.name})
      on conflict do nothing`.execute(tx);
  });
}
