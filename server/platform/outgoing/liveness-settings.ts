import { choice, ConfigError, type Env, readUrl, text } from '../environment.ts';

export interface VeriffSettings {
  apiKey: string;
  /** Signs requests and notifications. */
  secret: string;
  /** Without a slash at the end. */
  url: string;
}

/** Null offers no liveness check. */
export type LivenessSettings =
  | { provider: 'veriff'; veriff: VeriffSettings }
  | { provider: 'sandbox'; veriff: null }
  | null;

/**
 * LIVENESS_PROVIDER and the credentials of Veriff. Throws `ConfigError` for a missing credential, and for the sandbox in
 * production.
 */
export function readLiveness(env: Env, production: boolean): LivenessSettings {
  const provider = choice(
    env,
    'LIVENESS_PROVIDER',
    ['none', 'veriff', 'sandbox'],
    production ? 'none' : 'sandbox',
  );
  if (provider === 'none') return null;
  if (provider === 'sandbox') {
    if (production) throw new ConfigError('Production refuses the sandbox of liveness checks.');
    return { provider, veriff: null };
  }
  const [apiKey, secret] = [text(env, 'VERIFF_API_KEY'), text(env, 'VERIFF_SECRET')];
  if (apiKey === null || secret === null)
    throw new ConfigError('LIVENESS_PROVIDER is veriff: set VERIFF_API_KEY and VERIFF_SECRET.');
  const url = readUrl(env, 'VERIFF_URL', ['https:', 'http:']) ?? 'https://stationapi.veriff.com';
  return { provider, veriff: { apiKey, secret, url: url.replace(/\/+$/, '') } };
}
