import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

interface FakeInvoice {
  id: string;
  amount: string;
  currency: string;
  status: string;
  additionalStatus: string;
  metadata: Record<string, unknown>;
  [key: string]: unknown;
}

interface FakePullPayment {
  id: string;
  name: string;
  amount: string;
  currency: string;
  archived: boolean;
  autoApproveClaims: boolean;
  viewLink: string;
}

interface FakePayout {
  id: string;
  pullPaymentId: string;
  state: string;
  originalAmount: string;
  originalCurrency: string;
}

export const btcpayKeys = {
  BTCPAY_STORE_ID: 'GxyStore1',
  BTCPAY_API_KEY: 'greenfield_key_of_the_test',
  BTCPAY_WEBHOOK_SECRET: 'webhook_secret_of_the_test',
};

/**
 * A small fake of BTCPay Server, written from the OpenAPI documents of its Greenfield API: invoices of a store,
 * refunds by pull payments, payouts, the permissions of a key, and signed webhooks.
 */
export interface FakeBtcpay {
  url: string;
  invoices: FakeInvoice[];
  pullPayments: FakePullPayment[];
  payouts: FakePayout[];
  /** Payments to an invoice: their states, and what is still due. */
  paymentsOf: Map<string, { due: string; payments: { status: string }[] }>;
  permissions: string[];
  requests: { method: string; path: string; query: URLSearchParams; body: Record<string, unknown> }[];
  /** Status with which every call is answered, unless null. */
  brokenWith: number | null;
  /** Milliseconds before an invoice is created. */
  createMs: number;
  set(id: string, changes: Record<string, unknown>): void;
  /** Body and signature of a webhook, as the server sends them. */
  webhook(
    invoiceId: string,
    type: string,
    more?: Record<string, unknown>,
  ): { body: string; signature: string };
  close(): Promise<void>;
}

export const signatureOf = (body: string, secret = btcpayKeys.BTCPAY_WEBHOOK_SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

const STORE = `/api/v1/stores/${btcpayKeys.BTCPAY_STORE_ID}`;
const nowSeconds = () => Math.floor(Date.now() / 1000);
const problem = (code: string) => ({ code, message: code });

type Reply = { status: number; body: unknown };
const ok = (body: unknown): Reply => ({ status: 200, body });
const NOT_FOUND: Reply = { status: 404, body: problem('not-found') };

export async function startFakeBtcpay(): Promise<FakeBtcpay> {
  const fake: Omit<FakeBtcpay, 'url' | 'close'> = {
    invoices: [],
    pullPayments: [],
    payouts: [],
    paymentsOf: new Map(),
    permissions: ['canmodifyinvoices', 'canmanagepullpayments'].map((name) => `btcpay.store.${name}`),
    requests: [],
    brokenWith: null,
    createMs: 0,
    set: (id, changes) =>
      void Object.assign(
        fake.invoices.find((invoice) => invoice.id === id)!,
        changes,
      ),
    webhook(invoiceId, type, more = {}) {
      const body = JSON.stringify({
        deliveryId: randomUUID(),
        webhookId: 'wh1',
        originalDeliveryId: randomUUID(),
        isRedelivery: false,
        type,
        timestamp: nowSeconds(),
        storeId: btcpayKeys.BTCPAY_STORE_ID,
        invoiceId,
        ...more,
      });
      return { body, signature: signatureOf(body) };
    },
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    const body = await bodyOf(request);
    fake.requests.push({ method: request.method!, path: pathname, query: searchParams, body });
    if (request.method === 'POST' && pathname === `${STORE}/invoices`) await setTimeout(fake.createMs);
    const isPublic = pathname.startsWith('/api/v1/pull-payments/');
    const isOurs = request.headers.authorization === `token ${btcpayKeys.BTCPAY_API_KEY}`;
    const { status, body: answer } = fake.brokenWith
      ? { status: fake.brokenWith, body: problem('broken') }
      : isOurs || isPublic
        ? respond(fake, `${request.method} ${pathname}`, searchParams, body)
        : { status: 401, body: problem('unauthenticated') };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  });
}

type State = Omit<FakeBtcpay, 'url' | 'close'>;

function respond(fake: State, route: string, query: URLSearchParams, body: Record<string, unknown>): Reply {
  if (route === `GET /api/v1/api-keys/current`) return ok({ permissions: fake.permissions });
  if (route === `POST ${STORE}/invoices`) return ok(create(fake, body));
  if (route === `GET ${STORE}/invoices`) {
    const wanted = query.getAll('orderId');
    return ok(
      fake.invoices.filter(
        ({ metadata }) => wanted.length === 0 || wanted.includes(String(metadata['orderId'])),
      ),
    );
  }
  if (route === `GET ${STORE}/pull-payments`)
    return ok(
      fake.pullPayments.filter(({ archived }) => !archived || query.get('includeArchived') === 'true'),
    );
  const [, id = '', part] =
    /^(?:GET|POST) \/api\/v1\/stores\/\w+\/invoices\/(\w+)(?:\/([\w-]+))?$/.exec(route) ?? [];
  const invoice = fake.invoices.find((each) => each.id === id);
  if (invoice && route.startsWith('GET') && part === undefined) return ok(invoice);
  if (invoice && part === 'payment-methods')
    return ok([
      { paymentMethodId: 'BTC-CHAIN', ...(fake.paymentsOf.get(id) ?? { due: invoice.amount, payments: [] }) },
    ]);
  if (invoice && part === 'refund') return refund(fake, invoice, body);
  const [, pull, payouts] = /^GET \/api\/v1\/pull-payments\/(\w+)(\/payouts)?$/.exec(route) ?? [];
  const found = fake.pullPayments.find((each) => each.id === pull);
  if (found && payouts) return ok(fake.payouts.filter(({ pullPaymentId }) => pullPaymentId === pull));
  return found ? ok(found) : NOT_FOUND;
}

function create(fake: State, body: Record<string, unknown>): FakeInvoice {
  const id = `inv${fake.invoices.length + 1}x${randomUUID().slice(0, 6)}`;
  const made = {
    id,
    storeId: btcpayKeys.BTCPAY_STORE_ID,
    type: 'Standard',
    checkoutLink: `https://btcpay.example/i/${id}`,
    createdTime: nowSeconds(),
    expirationTime: nowSeconds() + 900,
    monitoringExpiration: nowSeconds() + 900 + 86_400,
    status: 'New',
    additionalStatus: 'None',
    archived: false,
    ...(body as { amount: string; currency: string; metadata: Record<string, unknown> }),
  };
  fake.invoices.push(made);
  return made;
}

function refund(fake: State, invoice: FakeInvoice, body: Record<string, unknown>): Reply {
  const known = [
    'name',
    'description',
    'payoutMethodId',
    'refundVariant',
    'subtractPercentage',
    'customAmount',
    'customCurrency',
  ];
  if (Object.keys(body).some((key) => !known.includes(key)) || body['refundVariant'] !== 'Custom')
    return { status: 422, body: [{ path: 'refundVariant', message: 'invalid' }] };
  if (invoice.status !== 'Settled') return { status: 400, body: problem('non-refundable') };
  const id = `pull${fake.pullPayments.length + 1}`;
  const made = {
    id,
    name: String(body['name'] ?? `Refund ${invoice.id}`),
    amount: String(body['customAmount']),
    currency: String(body['customCurrency']),
    archived: false,
    autoApproveClaims: false,
    viewLink: `https://btcpay.example/pull-payments/${id}`,
  };
  fake.pullPayments.push(made);
  return ok(made);
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString() || '{}') as Record<string, unknown>;
}
