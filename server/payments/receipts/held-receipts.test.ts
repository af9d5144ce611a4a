import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';

const site = testApp();

test('a payer whose address is not confirmed gets no mail, the receipt in the orders at once, and its mail with the confirmation, once', async () => {
  const payer = await site.as('pia', { unconfirmed: true });
  const [activation] = await site.outbox(payer.email);
  const { payment_id } = await payer.must('startPayment', { body: { package: 2, method: 'ideal', idempotency_key: randomUUID(), consent: true } });
  await payer.request('POST', `/sandbox/checkout/${payment_id}`, {
    payload: JSON.stringify({ outcome: 'paid' }),
    headers: { 'content-type': 'application/json' },
  });
  const payment = await payer.must('payment', { query: { id: payment_id } });
  expect(payment.receipts).toHaveLength(1);
  expect(await site.outbox(payer.email)).toHaveLength(1);

  const link = new URL(activation!.links.find((address) => address.includes('activate'))!);
  const confirm = () => payer.call('activate', { body: { token: link.searchParams.get('token')! } });
  expect((await confirm()).status).toBe(200);
  expect((await confirm()).status).toBe(410);
  const receipts = (await site.outbox(payer.email)).filter(({ text }) => text?.includes(payment.receipts![0]!.number));
  expect(receipts).toHaveLength(1);

  // From here on receipts come with the payment.
  const second = await payer.must('startPayment', { body: { package: 2, method: 'ideal', idempotency_key: randomUUID(), consent: true } });
  await payer.request('POST', `/sandbox/checkout/${second.payment_id}`, {
    payload: JSON.stringify({ outcome: 'paid' }),
    headers: { 'content-type': 'application/json' },
  });
  expect((await site.outbox(payer.email)).filter(({ subject }) => subject === receipts[0]!.subject)).toHaveLength(2);
});
