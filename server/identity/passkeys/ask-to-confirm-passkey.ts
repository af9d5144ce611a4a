import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { keepChallenge } from './keep-challenge.ts';
import { siteAt } from './passkey-site.ts';

/** Options for confirming the passkey just created; no other credential is accepted. */
export async function askToConfirmPasskey(
  { config, db }: Pick<App, 'config' | 'db'>,
  memberId: number,
  host: string,
) {
  const { rows } = await sql<{ id: string }>`
    select credential_id as id from passkeys where member_id = ${memberId} and confirmed_at is null`.execute(
    db,
  );
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: siteAt(config.publicUrl, host).id,
    allowCredentials: rows.map(({ id }) => ({ id })),
    userVerification: 'required',
  });
  await keepChallenge(db, options.challenge, memberId);
  return options;
}
