import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { version: string };

/** The folder of the running release. */
export const release = basename(join(import.meta.dirname, '../..'));

export type Env = Record<string, string | undefined>;

/** An invalid setting. The message is one sentence for the person who starts the process. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export function text(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

export function list(env: Env, name: string): string[] {
  return (text(env, name) ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
}

export function integer(env: Env, name: string, fallback: number, least: number, most: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < least || parsed > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
  }
  return parsed;
}

/** A port of at least `least`, or null if the variable is missing. */
export const optionalPort = (env: Env, name: string, least: number): number | null =>
  text(env, name) === null ? null : integer(env, name, 0, least, 65_535);

export function positive(env: Env, name: string, fallback: number): number {
  const parsed = Number(text(env, name) ?? fallback);
  if (!Number.isFinite(parsed) || parsed <= 0) throw new ConfigError(`${name} must be a number above 0.`);
  return parsed;
}

export function choice<const T extends string>(
  env: Env,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const value = text(env, name);
  if (value === null) return fallback;
  const found = allowed.find((entry) => entry === value);
  if (found === undefined)
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`);
  return found;
}

export function readUrl(env: Env, name: string, protocols: string[]): string | null {
  const value = text(env, name);
  if (value === null) return null;
  // The value may contain a password, so the message does not repeat it.
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (!protocols.includes(protocol)) {
    throw new ConfigError(`${name} must be an address that begins with ${protocols.join(' or ')}//.`);
  }
  return value;
}
