import { ConfigError, type Env, list, text } from '../environment.ts';

export interface TurnSettings {
  /** Such as `turns:turn.example.com:443?transport=tcp`. */
  urls: string[];
  /** `static-auth-secret` of coturn, from which each call's password is derived. */
  secret: string;
}

const TURN_ADDRESS = /^turns?:[\w.\-[\]:]+(\?transport=(udp|tcp))?$/;

/** Null, without calls, if neither variable is set. */
export function readTurn(env: Env): TurnSettings | null {
  const urls = list(env, 'TURN_URLS');
  if (urls.some((url) => !TURN_ADDRESS.test(url)))
    throw new ConfigError(
      'TURN_URLS must be addresses that begin with turn: or turns:, with commas between.',
    );
  const secret = text(env, 'TURN_SECRET');
  if (urls.length > 0 !== (secret !== null))
    throw new ConfigError('TURN_URLS and TURN_SECRET belong together: set both, or neither.');
  return secret === null ? null : { urls, secret };
}
