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

type Cookies = Pick<CallContext<unknown>, 'cookie' | 'setCookie'>;

/** The traffic source of this browser, or null. Settings `with_trafficsource` and `logged_out_search_trafficsource` go by it. */
export function trafficSourceOf(call: Pick<Cookies, 'cookie'>): TrafficSource | null {
  const fields = new URLSearchParams(call.cookie(COOKIE) ?? '');
  const source = Object.fromEntries(KEYS.flatMap((key) => (fields.get(key) ? [[key, fields.get(key)!]] : []))) as TrafficSource;
  return Object.keys(source).length > 0 ? source : null;
}

/** Keeps a traffic source in the browser; the first one wins, so that a later visit does not rename where somebody came from. */
export function rememberTrafficSource(call: Cookies, source: TrafficSource): void {
  if (trafficSourceOf(call)) return;
  const fields = new URLSearchParams(KEYS.flatMap((key) => (source[key] ? [[key, source[key]]] : [])));
  if (fields.size > 0) call.setCookie(COOKIE, fields.toString(), { maxAgeSeconds: KEPT_SECONDS });
}
