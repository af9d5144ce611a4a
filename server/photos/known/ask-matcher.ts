import { must } from '#contract/must.ts';
import { SAME_PDQ_BITS } from '#contract/photos/pdq-rules.ts';
import type { App } from '../../platform/app.ts';

export interface Found {
  list: string;
  distance: number;
}

/**
 * Looks a hash up in a Hasher-Matcher-Actioner (docs/operate/known-pictures.md). Null if no bank has it. Throws without a
 * clear answer in time.
 */
export async function askMatcher({ config }: Pick<App, 'config'>, hash: string): Promise<Found | null> {
  const { url, token, timeoutMs } = must(config.matcher, 'matcher');
  const response = await fetch(`${url}m/lookup?signal_type=pdq&signal=${hash}`, {
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) throw new Error(`answered ${response.status}`);
  const banks: unknown = await response.json();
  if (typeof banks !== 'object' || banks === null || Array.isArray(banks))
    throw new Error('the response is no object of banks');
  for (const [list, matches] of Object.entries(banks)) {
    if (!Array.isArray(matches)) throw new Error('the response is no object of banks');
    if (matches.length > 0) return { list, distance: distanceOf(matches[0]) };
  }
  return null;
}

/** The matcher has decided that it matches; an unreadable distance does not change that. */
function distanceOf(match: unknown): number {
  const told =
    typeof match === 'object' && match !== null && 'distance' in match ? Number(match.distance) : NaN;
  return Number.isInteger(told) && told >= 0 && told <= 256 ? told : SAME_PDQ_BITS;
}
