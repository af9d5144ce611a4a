import type { CallContext } from '../platform/http/context.ts';

/** Where a visitor came from: the tracking record (docs/product.md 3.6). */
export interface TrafficSource {
  network?: string;
  ref?: string;
  sub1?: string;
  sub2?: string;
  sub3?: string;
}

const COOKIE = 'traffic_source';
const KEPT_SECONDS = 30 * 24 * 3600;
const KEYS = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const;
/** As long as the contract lets each be. */
const MOST = { network: 100, ref: 200, sub1: 200, sub2: 200, sub3: 200 } as const;

type Cookies = Pick<CallContext<unknown>, 'cookie' | 'setCookie' | 'clearCookie' | 'request'>;

/**
 * The traffic source of a visitor, or null: of the page's own query where it is given, else of the address of the page that
 * calls, else of the cookie they agreed to. The settings `with_trafficsource` and `logged_out_search_trafficsource` go by it.
 */
export function trafficSourceOf(call: Pick<Cookies, 'cookie' | 'request'>, query: object = {}): TrafficSource | null {
  return (
    readSource(new URLSearchParams(query as Record<string, string>)) ??
    readSource(queryOfPage(call)) ??
    readSource(new URLSearchParams(call.cookie(COOKIE) ?? ''))
  );
}

/** The query of the page that makes the call. Pages tell their address to their own host only. */
function queryOfPage({ request }: Pick<Cookies, 'request'>): URLSearchParams {
  const page = request.headers.referer;
  const url = page && URL.canParse(page) ? new URL(page) : null;
  return url?.hostname === request.hostname ? url.searchParams : new URLSearchParams();
}

function readSource(fields: URLSearchParams): TrafficSource | null {
  const found = KEYS.flatMap((key) => {
    const value = fields
      .get(key)
      ?.replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, MOST[key]);
    return value ? [[key, value]] : [];
  });
  return found.length > 0 ? (Object.fromEntries(found) as TrafficSource) : null;
}

/** Keeps a traffic source in the browser; the first one wins, so that a later visit does not rename where somebody came from. Call it only where the visitor agreed or the law of their country does not ask. */
export function rememberTrafficSource(call: Pick<Cookies, 'cookie' | 'setCookie'>, source: TrafficSource): void {
  if (readSource(new URLSearchParams(call.cookie(COOKIE) ?? ''))) return;
  const fields = new URLSearchParams(KEYS.flatMap((key) => (source[key] ? [[key, source[key]]] : [])));
  if (fields.size > 0) call.setCookie(COOKIE, fields.toString(), { maxAgeSeconds: KEPT_SECONDS });
}

/** The visitor does not want it kept. */
export const forgetTrafficSource = (call: Pick<Cookies, 'clearCookie'>): void => call.clearCookie(COOKIE);
