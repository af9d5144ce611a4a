import { type Env, integer, readUrl, text } from '../environment.ts';

// Services of the operator's choice that members' pictures or words are sent to.

export interface ScreeningSettings {
  url: string;
  token: string | null;
  timeoutMs: number;
}

export function readScreening(env: Env): ScreeningSettings | null {
  const url = readUrl(env, 'SCREENING_URL', ['http:', 'https:']);
  return url === null
    ? null
    : {
        url,
        token: text(env, 'SCREENING_TOKEN'),
        timeoutMs: integer(env, 'SCREENING_TIMEOUT_MS', 4000, 100, 30_000),
      };
}

/** A Hasher-Matcher-Actioner, which receives only hashes of pictures. */
export interface MatcherSettings {
  /** Ends with a slash. */
  url: string;
  token: string | null;
  timeoutMs: number;
}

export function readMatcher(env: Env): MatcherSettings | null {
  const url = readUrl(env, 'HMA_URL', ['http:', 'https:']);
  return url === null
    ? null
    : {
        url: withSlash(url),
        token: text(env, 'HMA_TOKEN'),
        timeoutMs: integer(env, 'HMA_TIMEOUT_MS', 4000, 100, 30_000),
      };
}

const withSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`);

export interface TranslationSettings {
  /** Ends with a slash. */
  url: string;
  key: string | null;
  timeoutMs: number;
}

export function readTranslation(env: Env): TranslationSettings | null {
  const url = readUrl(env, 'TRANSLATION_URL', ['http:', 'https:']);
  return url === null
    ? null
    : {
        url: withSlash(url),
        key: text(env, 'TRANSLATION_KEY'),
        timeoutMs: integer(env, 'TRANSLATION_TIMEOUT_MS', 8000, 100, 30_000),
      };
}

export interface DsaDatabaseSettings {
  /** Ends with a slash. */
  url: string;
  token: string;
  timeoutMs: number;
}

/** Null without a token, which the Commission gives to each platform. */
export function readDsaDatabase(env: Env): DsaDatabaseSettings | null {
  const token = text(env, 'DSA_DATABASE_TOKEN');
  const url =
    readUrl(env, 'DSA_DATABASE_URL', ['http:', 'https:']) ?? 'https://transparency.dsa.ec.europa.eu/api/v1/';
  return token === null
    ? null
    : {
        url: url.endsWith('/') ? url : `${url}/`,
        token,
        timeoutMs: integer(env, 'DSA_DATABASE_TIMEOUT_MS', 10_000, 100, 60_000),
      };
}
