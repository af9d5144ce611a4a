import { GatewayRefused, GatewayUnavailable } from './gateway.ts';

/** The parts of BTCPay Server's Greenfield API (v1) that a shop needs. Amounts are decimal strings. */
export interface BtcpayInvoice {
  id: string;
  storeId: string;
  amount: string;
  currency: string;
  checkoutLink: string;
  createdTime: number;
  /** In Unix seconds. Until then the server watches for payments to an expired invoice. */
  monitoringExpiration: number;
  status: 'New' | 'Processing' | 'Expired' | 'Invalid' | 'Settled';
  additionalStatus: 'None' | 'PaidLate' | 'PaidPartial' | 'Marked' | 'Invalid' | 'PaidOver';
  paidAmount?: string;
  archived?: boolean;
  metadata?: { orderId?: string | null; memberId?: number | string | null } | null;
}

export interface BtcpayPaymentMethod {
  due: string;
  payments: { status: 'Invalid' | 'Processing' | 'Settled' }[];
}

export interface BtcpayPullPayment {
  id: string;
  name: string;
  archived: boolean;
  viewLink: string;
}

export interface BtcpayPayout {
  state: 'AwaitingApproval' | 'AwaitingPayment' | 'InProgress' | 'Completed' | 'Cancelled';
  originalAmount: string;
}

export interface BtcpayApi {
  /** Returns null for 404. */
  find<T>(path: string, query?: Record<string, string>): Promise<T | null>;
  post<T>(path: string, body: unknown): Promise<T>;
}

const ANSWER_MS = 8_000;

/**
 * No response, 429 and 5xx mean that the server is unavailable (`GatewayUnavailable`). Any other error is
 * final (`GatewayRefused`).
 */
export function createBtcpayApi({ url, apiKey }: { url: string; apiKey: string }): BtcpayApi {
  async function call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; text: string }> {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `token ${apiKey}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new GatewayUnavailable('BTCPay Server is unavailable.', { cause: error });
    });
    const text = await answer.text();
    if (answer.status >= 500 || answer.status === 429)
      throw new GatewayUnavailable(`BTCPay Server answered ${answer.status}.`);
    if (!answer.ok && !(method === 'GET' && answer.status === 404))
      throw new GatewayRefused(`BTCPay Server answered ${answer.status}: ${text.slice(0, 300)}`);
    return { status: answer.status, text };
  }

  return {
    async find(path, query) {
      const search = query ? `?${new URLSearchParams(query).toString()}` : '';
      const { status, text } = await call('GET', path + search);
      return status === 404 ? null : JSON.parse(text || 'null');
    },
    async post(path, body) {
      return JSON.parse((await call('POST', path, body)).text || 'null');
    },
  };
}
