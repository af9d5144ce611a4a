import type { App } from '../../platform/app.ts';
import { keepChallenge } from './keep-challenge.ts';
import { siteAt } from './passkey-site.ts';

export async function beginPasskeyLogin({ config, db }: Pick<App, 'config' | 'db'>, host: string) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: siteAt(config.publicUrl, host).id,
    userVerification: 'required',
  });
  await keepChallenge(db, options.challenge, null);
  return options;
}
