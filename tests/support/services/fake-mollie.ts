import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface FakePayment {
  id: string;
  status: string;
  [key: string]: unknown;
}

/**
 * A small fake of Mollie written from its API reference: payments, refunds, methods, customers, mandates,
 * idempotency keys.
 */
export interface FakeMollie {
  url: string;
  payments: Map<string, FakePayment>;
  set(id: string, changes: Record<string, unknown>): void;
  methods: string[];
  /** The list of chargebacks, newest first. A page has `chargebacksPerPage` of them. */
  chargebacks: { id: string; paymentId: string; amount: object; createdAt: string; [key: string]: unknown }[];
  chargebacksPerPage: number;
  /** Rejects the query for methods of recurring payments. */
  withoutRecurring: boolean;
  requests: {
    method: string;
    path: string;
    query: Record<string, string>;
    key: string | undefined;
    body: Record<string, unknown>;
  }[];
  /** Status with which every call is answered, unless null. */
  brokenWith: number | null;
  close(): Promise<void>;
}

export async function startFakeMollie(): Promise<FakeMollie> {
  const payments = new Map<string, FakePayment>();
  const refunds: { paymentId: string }[] = [];
  const refundsOf = (id: string) => refunds.filter(({ paymentId }) => paymentId === id);
  const answered = new Map<string, unknown>();
  let count = 0;
  const fake: Omit<FakeMollie, 'url' | 'close'> = {
    payments,
    methods: ['ideal', 'creditcard', 'paypal', 'banktransfer'],
    chargebacks: [],
    chargebacksPerPage: 250,
    withoutRecurring: false,
    requests: [],
    brokenWith: null,
    set: (id, changes) => void Object.assign(payments.get(id)!, changes),
  };
  const server: Server = createServer(async (request, response) => {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body));
    if (fake.brokenWith)
      return reply(fake.brokenWith, {
        status: fake.brokenWith,
        title: 'Broken',
        detail: 'Broken on purpose',
      });
    if (request.headers.authorization !== 'Bearer test_key_of_thirty_characters_x')
      return reply(401, { status: 401, title: 'Unauthorized Request', detail: 'Wrong key' });
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    const key = request.headers['idempotency-key'];
    const body = request.method === 'POST' ? await json(request) : {};
    fake.requests.push({
      method: request.method!,
      path: pathname,
      query: Object.fromEntries(searchParams),
      key: typeof key === 'string' ? key : undefined,
      body,
    });
    const answer = (make: () => unknown) => {
      if (typeof key === 'string' && answered.has(key)) return reply(201, answered.get(key));
      const made = make();
      if (typeof key === 'string') answered.set(key, made);
      return reply(201, made);
    };
    const payment = /^\/v2\/payments\/(tr_\w+)$/.exec(pathname)?.[1];
    if (request.method === 'POST' && pathname === '/v2/payments') {
      return answer(() => {
        const id = `tr_fake${++count}`;
        const recurring = body['sequenceType'] === 'recurring';
        const made = {
          resource: 'payment',
          id,
          mode: 'test',
          status: recurring ? 'pending' : 'open',
          isCancelable: false,
          ...body,
          _links: {
            self: { href: `http://fake/${id}`, type: 'application/hal+json' },
            ...(recurring ? {} : { checkout: { href: `https://pay.example/${id}`, type: 'text/html' } }),
          },
        };
        payments.set(id, made);
        return made;
      });
    }
    const refunded = /^\/v2\/payments\/(tr_\w+)\/refunds$/.exec(pathname)?.[1];
    if (refunded && request.method === 'GET')
      return reply(200, {
        count: refundsOf(refunded).length,
        _embedded: { refunds: refundsOf(refunded) },
        _links: {},
      });
    if (refunded && request.method === 'POST') {
      if (typeof key === 'string' && answered.has(key)) return reply(201, answered.get(key));
      const { amount } = body as { amount: { currency: string; value: string } };
      const paid = payments.get(refunded)!;
      const back =
        Number((paid['amountRefunded'] as typeof amount | undefined)?.value ?? 0) + Number(amount.value);
      if (paid.status !== 'paid' || back > Number((paid['amount'] as typeof amount).value))
        return reply(422, {
          status: 422,
          title: 'Unprocessable Entity',
          detail: 'The amount is higher than the maximum',
        });
      Object.assign(paid, { amountRefunded: { currency: amount.currency, value: back.toFixed(2) } });
      return answer(() => {
        const made = {
          resource: 'refund',
          id: `re_fake${++count}`,
          status: 'pending',
          paymentId: refunded,
          ...body,
          _links: {},
        };
        refunds.push(made);
        return made;
      });
    }
    if (request.method === 'DELETE' && payment) {
      const open = payments.get(payment)!;
      if (!open['isCancelable'])
        return reply(422, {
          status: 422,
          title: 'Unprocessable Entity',
          detail: 'The payment cannot be canceled',
        });
      return reply(200, Object.assign(open, { status: 'canceled' }));
    }
    if (request.method === 'GET' && payment)
      return payments.has(payment)
        ? reply(200, payments.get(payment))
        : reply(404, { status: 404, title: 'Not Found', detail: 'No payment' });
    if (request.method === 'GET' && pathname === '/v2/chargebacks') {
      const start = Math.max(
        0,
        fake.chargebacks.findIndex(({ id }) => id === searchParams.get('from')),
      );
      const page = fake.chargebacks.slice(start, start + fake.chargebacksPerPage);
      const next = fake.chargebacks[start + fake.chargebacksPerPage];
      return reply(200, {
        count: page.length,
        _embedded: { chargebacks: page.map((one) => ({ resource: 'chargeback', ...one })) },
        _links: {
          next: next ? { href: `https://api.mollie.com/v2/chargebacks?from=${next.id}&limit=250` } : null,
        },
      });
    }
    if (request.method === 'GET' && pathname === '/v2/methods') {
      const recurring = (request.url ?? '').includes('recurring');
      if (recurring && fake.withoutRecurring)
        return reply(403, { status: 403, title: 'Forbidden', detail: 'No recurring payments' });
      const methods = (recurring ? ['creditcard', 'directdebit'] : fake.methods).map((id) => ({
        resource: 'method',
        id,
        description: id,
        _links: {},
      }));
      return reply(200, { count: methods.length, _embedded: { methods }, _links: {} });
    }
    if (request.method === 'POST' && pathname === '/v2/customers')
      return answer(() => ({ resource: 'customer', id: `cst_fake${++count}`, ...body, _links: {} }));
    if (request.method === 'POST' && /^\/v2\/customers\/cst_\w+\/mandates$/.test(pathname))
      return answer(() => ({
        resource: 'mandate',
        id: `mdt_fake${++count}`,
        status: 'valid',
        ...body,
        _links: {},
      }));
    return reply(404, { status: 404, title: 'Not Found', detail: pathname });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(fake, {
    url,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  });
}

async function json(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString() || '{}') as Record<string, unknown>;
}
