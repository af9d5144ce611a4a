import { GatewayRefused, GatewayUnavailable } from './gateway.ts';

/**
 * The calls of Mollie's API v2 that a shop needs. Mollie's own client supports only https, and therefore no
 * local fake.
 */
export interface MollieApi {
  get<T>(path: string, query?: Record<string, string>): Promise<T>;
  /** `key` is the idempotency key: for an hour, a repeat returns the first response. */
  post<T>(path: string, body: unknown, key: string): Promise<T>;
  delete(path: string): Promise<void>;
}

export interface MollieAmount {
  currency: string;
  value: string;
}

export interface MolliePayment {
  id: string;
  status: 'open' | 'pending' | 'authorized' | 'paid' | 'failed' | 'canceled' | 'expired';
  isCancelable?: boolean;
  amount: MollieAmount;
  amountRefunded?: MollieAmount;
  amountChargedBack?: MollieAmount;
  metadata?: { payment_id?: string; member?: number } | null;
  customerId?: string | null;
  mandateId?: string | null;
  details?: {
    cardNumber?: string | null;
    cardLabel?: string | null;
    cardFingerprint?: string | null;
  } | null;
  _links?: { checkout?: { href: string } };
}

const ANSWER_MS = 8_000;

/**
 * No response, 429 and 5xx mean that Mollie is unavailable (`GatewayUnavailable`). Any other error is final
 * (`GatewayRefused`).
 */
export function createMollieApi({ apiKey, apiUrl }: { apiKey: string; apiUrl: string }): MollieApi {
  const base = `${apiUrl.replace(/\/+(v2\/?)?$/, '')}/v2`;

  async function call<T>(
    method: string,
    path: string,
    options: { query?: Record<string, string>; body?: unknown; key?: string } = {},
  ): Promise<T> {
    const query = options.query ? `?${new URLSearchParams(options.query).toString()}` : '';
    const answer = await fetch(base + path + query, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/hal+json',
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.key ? { 'idempotency-key': options.key } : {}),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new GatewayUnavailable('Mollie is unavailable.', { cause: error });
    });
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text || 'null');
    if (answer.status >= 500 || answer.status === 429)
      throw new GatewayUnavailable(`Mollie answered ${answer.status}.`);
    throw new GatewayRefused(`Mollie answered ${answer.status}: ${text.slice(0, 300)}`);
  }

  return {
    get: (path, query) => call('GET', path, query ? { query } : {}),
    post: (path, body, key) => call('POST', path, { body, key }),
    delete: async (path) => void (await call('DELETE', path)),
  };
}
