import { isFromSomewhere, readTrafficSource, type TrafficSource } from '#contract/rules/traffic-rules.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { CallContext } from '../platform/http/context.ts';

const COOKIE = 'traffic_source';
const COOKIE_SECONDS = 30 * 24 * 3600;

type Call = CallContext<unknown>;

/**
 * Finds the visitor's traffic source, or returns null. Sources in order of precedence: the given query, which
 * pages pass on; the address of the page that made the call; the cookie that the visitor agreed to.
 */
export function trafficSourceOf(
  call: Pick<Call, 'cookie' | 'request'>,
  query: object = {},
): TrafficSource | null {
  const candidates = [searchParamsOf(query), queryOfPage(call), call.cookie(COOKIE) ?? ''];
  return candidates.map(readTrafficSource).find(isFromSomewhere) ?? null;
}

const searchParamsOf = (query: object) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));

/**
 * The query of the page that made the call. The site's referrer policy sends the full address only to the
 * site's own host.
 */
function queryOfPage({ request }: Pick<Call, 'request'>): URLSearchParams {
  const page = request.headers.referer;
  const url = page && URL.canParse(page) ? new URL(page) : null;
  return url?.hostname === request.hostname ? url.searchParams : new URLSearchParams();
}

/**
 * Stores a traffic source in a cookie. The first source wins, so that a later visit does not change it. Call
 * this only if the visitor agreed, or if the law of their country does not require consent.
 */
export function rememberTrafficSource(call: Pick<Call, 'cookie' | 'setCookie'>, source: TrafficSource): void {
  if (isFromSomewhere(readTrafficSource(call.cookie(COOKIE) ?? ''))) return;
  const fields = readTrafficSource(new URLSearchParams(source));
  if (isFromSomewhere(fields))
    call.setCookie(COOKIE, new URLSearchParams(fields).toString(), { maxAgeSeconds: COOKIE_SECONDS });
}

export const forgetTrafficSource = (call: Pick<Call, 'clearCookie'>): void => call.clearCookie(COOKIE);

/** Returns whether visitors may search and see members (docs/product.md 6.2). */
export const maySearchLoggedOut = (
  settings: Pick<SiteSettings, 'logged_out_search' | 'logged_out_search_trafficsource'>,
  call: Pick<Call, 'cookie' | 'request'>,
): boolean =>
  settings.logged_out_search || (settings.logged_out_search_trafficsource && trafficSourceOf(call) !== null);
