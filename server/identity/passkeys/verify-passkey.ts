import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { siteAt } from './passkey-site.ts';
import { refusePasskey } from './refuse-passkey.ts';
import { useChallenge } from './use-challenge.ts';

interface KeptPasskey {
  member_id: number;
  public_key: Buffer;
  counter: number;
}

/**
 * Verifies a response, records the use and returns the passkey's member. It searches confirmed passkeys or,
 * with `unconfirmedOf`, that member's unconfirmed ones. Throws `passkey_failed` if the response is invalid.
 */
export async function verifyPasskey(
  { config, log }: Pick<App, 'config' | 'log'>,
  tx: Tx,
  host: string,
  response: AuthenticationResponseJSON,
  unconfirmedOf: number | null,
): Promise<number> {
  // Imported before the row is locked, because the first import takes tens of milliseconds.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { rows } = await sql<KeptPasskey>`
    select member_id, public_key, counter from passkeys
    where credential_id = ${response.id}
      and case when ${unconfirmedOf}::bigint is null then confirmed_at is not null
        else confirmed_at is null and member_id = ${unconfirmedOf}::bigint end
    for update`.execute(tx);
  const known = rows[0];
  if (!known) throw refuse('passkey_failed');
  const site = siteAt(config.publicUrl, host);
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge: string) => useChallenge(tx, challenge, unconfirmedOf),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(known.public_key),
      counter: Number(known.counter),
    },
    requireUserVerification: true,
  }).catch(refusePasskey(log, unconfirmedOf === null ? 'login' : 'confirmation'));
  if (!verified.verified) throw refuse('passkey_failed');
  await sql`update passkeys set counter = ${verified.authenticationInfo.newCounter}, last_used_at = app_now() where credential_id = ${response.id}`.execute(
    tx,
  );
  return known.member_id;
}
