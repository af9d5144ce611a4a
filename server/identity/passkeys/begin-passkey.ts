import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { accountOf } from '../accounts.ts';
import { keepChallenge } from './keep-challenge.ts';
import { siteAt } from './passkey-site.ts';
import { passkeysOf } from './passkeys-of.ts';

const MOST_PASSKEYS = 10;

export async function beginPasskey(
  { config, db }: Pick<App, 'config' | 'db'>,
  memberId: number,
  host: string,
  siteName: string,
) {
  const [account, known] = await Promise.all([accountOf(db, memberId), passkeysOf(db, memberId)]);
  if (!account) throw refuse('authentication_required');
  if (known.length >= MOST_PASSKEYS) throw refuse('conflict');
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
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
