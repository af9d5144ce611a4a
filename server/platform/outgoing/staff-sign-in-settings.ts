import { choice, ConfigError, type Env, readUrl, text } from '../environment.ts';

export interface StaffSignInSettings {
  /** The issuer as the provider states it. It may have a path. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the button of the office's login page calls the provider. */
  name: string;
  /** OIDC_TRUST_EMAIL: addresses count without `email_verified`, because only the company's administrators set them. */
  trustsEmail: boolean;
  /** Operators' passwords and passkeys no longer log in. One-time links still do. */
  only: boolean;
}

/**
 * OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, OIDC_TRUST_EMAIL, OIDC_ONLY. Null without any of the first three. Throws
 * `ConfigError` if some of them are missing, or if the issuer has no TLS in production.
 */
export function readStaffSignIn(env: Env, production: boolean): StaffSignInSettings | null {
  const issuer = readUrl(env, 'OIDC_ISSUER', production ? ['https:'] : ['https:', 'http:']);
  const [clientId, clientSecret] = [text(env, 'OIDC_CLIENT_ID'), text(env, 'OIDC_CLIENT_SECRET')];
  const only = isSet(env, 'OIDC_ONLY');
  if (issuer === null && clientId === null && clientSecret === null) {
    if (only)
      throw new ConfigError('OIDC_ONLY needs OIDC_ISSUER: without it, nobody could log in to the office.');
    return null;
  }
  if (issuer === null || clientId === null || clientSecret === null)
    throw new ConfigError(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three or none.',
    );
  return {
    issuer,
    clientId,
    clientSecret,
    name: text(env, 'OIDC_NAME') ?? new URL(issuer).hostname,
    trustsEmail: isSet(env, 'OIDC_TRUST_EMAIL'),
    only,
  };
}

const isSet = (env: Env, name: string): boolean => choice(env, name, ['true', 'false'], 'false') === 'true';
