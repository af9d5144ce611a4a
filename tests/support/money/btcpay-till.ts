import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { btcpayKeys, startFakeBtcpay, type FakeBtcpay } from '../services/fake-btcpay.ts';
import { openTill, type TestPayer, type Till } from '../till.ts';

/** A till whose members in the Netherlands can pay with bitcoin at a fake BTCPay Server. Call it at the top of a file. */
export function btcpayTill() {
  let till: Till;
  let btcpay: FakeBtcpay;
  beforeAll(async () => {
    btcpay = await startFakeBtcpay();
    till = await openTill({ ...btcpayKeys, BTCPAY_URL: btcpay.url, PUBLIC_URL: 'https://liaison.example' });
    await sql`insert into payment_methods (country, method, position, active) values ('NL', 'bitcoin', 90, true)`.execute(
      till.site.app.db,
    );
  });
  afterAll(async () => {
    await till.close();
    await btcpay.close();
  });
  beforeEach(() => void Object.assign(btcpay, { brokenWith: null, createMs: 0 }));
  afterEach(async () => {
    await till.shiftClock(0);
    await till.ledgerAddsUp();
  });

  const pay = (payer: TestPayer, order: Record<string, unknown> = {}) =>
    payer.pay({ method: 'bitcoin', ...order });

  async function started(payer: TestPayer, order: Record<string, unknown> = {}) {
    const { status, body } = await pay(payer, order);
    expect(status).toBe(201);
    return {
      payment: body.payment_id as string,
      link: body.redirect_url as string,
      invoice: btcpay.invoices.at(-1)!.id,
    };
  }

  const post = (body: string, signature: string | null, type = 'application/json; charset=utf-8') =>
    till.request('/api/payment-webhook.php?gateway=btcpay', {
      method: 'POST',
      headers: { 'content-type': type, ...(signature === null ? {} : { 'BTCPay-Sig': signature }) },
      body,
    });

  function tell(invoice: string, type = 'InvoiceSettled') {
    const { body, signature } = btcpay.webhook(invoice, type);
    return post(body, signature);
  }

  const settle = (invoice: string) => btcpay.set(invoice, { status: 'Settled' });

  async function paid(payer: TestPayer, order: Record<string, unknown> = {}) {
    const known = await started(payer, order);
    settle(known.invoice);
    expect(await tell(known.invoice)).toMatchObject({ status: 200, body: 'OK' });
    return known;
  }

  const statusOf = async (payer: TestPayer, id: string) =>
    (await payer.get(`/api/payment.php?id=${id}`)).body.status as string;

  return {
    get till() {
      return till;
    },
    get btcpay() {
      return btcpay;
    },
    pay,
    started,
    post,
    tell,
    settle,
    paid,
    statusOf,
  };
}
