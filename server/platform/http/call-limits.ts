import type { RateLimit } from '#contract/call.ts';
import { enforce, type Limits } from '../limits.ts';
import type { CallRequest } from './context.ts';
import { networkOf, providerOf } from './request-line.ts';
import { isUpload } from './uploads.ts';

/**
 * Takes from each limit that counts this caller and returns the names of the lenient limits that are
 * exceeded. Throws `too_many_requests` if another limit is exceeded.
 */
export async function takeLimits(
  request: CallRequest,
  rows: readonly RateLimit[],
  limits: Limits,
): Promise<Set<string>> {
  const exceeded = new Set<string>();
  for (const { name, points, seconds, by, upload, lenient } of rows) {
    const key = upload && !isUpload(request) ? null : keyOf(request, by);
    if (key === null) continue;
    const limit = limits.limit(name, { points, seconds });
    if (!lenient) await enforce(limit, key);
    else if ((await limit.take(key)) !== null) exceeded.add(name);
  }
  return exceeded;
}

function keyOf({ caller, ip }: CallRequest, by: RateLimit['by']): string | null {
  const member = caller && `member ${caller.memberId}`;
  const address = `address ${networkOf(ip)}`;
  const provider = caller ? null : providerOf(ip);
  return {
    address,
    member,
    caller: member ?? address,
    visitor: caller ? null : address,
    provider: provider && `provider ${provider}`,
  }[by];
}
