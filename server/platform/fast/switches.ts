import { ConfigError, list, text, type Env } from '../environment.ts';

/**
 * The optional fast paths (docs/decisions/0039-fast-paths.md). If one is off, its plain path gives the same
 * responses.
 */
const names = [
  'prepared-text',
  'page-front',
  'page-cache',
  'deferred-scripts',
  'message-texts',
  'card-cache',
] as const;

export type FastPath = (typeof names)[number];
export type FastPaths = Readonly<Record<FastPath, boolean>>;

const record = (isOn: (name: FastPath) => boolean) =>
  Object.fromEntries(names.map((name) => [name, isOn(name)])) as FastPaths;

/** FAST_PATHS: `on` (the default), `off`, or the list of those that are on. */
export function readFastPaths(env: Env): FastPaths {
  const value = text(env, 'FAST_PATHS') ?? 'on';
  if (value === 'on' || value === 'off') return record(() => value === 'on');
  const chosen = list(env, 'FAST_PATHS');
  const unknown = chosen.find((entry) => !names.some((name) => name === entry));
  if (unknown !== undefined)
    throw new ConfigError(`FAST_PATHS must be on, off or a list of ${names.join(', ')}, not "${unknown}".`);
  return record((name) => chosen.includes(name));
}
