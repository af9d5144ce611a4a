import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { locales } from '#contract/lists/locales.ts';
import { must } from '#contract/must.ts';
import { testApp } from '#support/app.ts';
import { receiptWords } from './receipt-words.ts';
import { receiptOf } from './receipts.ts';

const site = testApp();
const order = () => ({ package: 2, method: 'ideal' as const, idempotency_key: randomUUID(), consent: true });

test('refuses purchases by an unconfirmed account', async () => {
  const payer = await site.as('una', { unconfirmed: true });
  const shadow = await site.as('shadow', { email: payer.email.toUpperCase(), unconfirmed: true });
  for (const one of [payer, shadow])
    expect(await one.call('startPayment', { body: order() })).toMatchObject({
      status: 403,
      body: { error: 'address_unconfirmed' },
    });
});

test('confirms the contract in mail and PDF: credits, price, consent, withdrawal and terms', async () => {
  const payer = await site.as('carla', { language: 'de' });
  const { payment_id } = await payer.must('startPayment', { body: order() });
  await payer.request('POST', `/sandbox/checkout/${payment_id}`, {
    payload: JSON.stringify({ outcome: 'paid' }),
    headers: { 'content-type': 'application/json' },
  });
  const issued = must(await receiptOf(site.db, payment_id), 'receipt');
  const mail = (await site.outbox(payer.email)).find(({ text }) => text?.includes(issued.number));
  const words = receiptWords(issued, 'de');
  const confirmation = [
    'bestätigt deinen Vertrag',
    'verlangt, dass du deine Credits sofort bekommst',
    'innerhalb von 14 Tagen nach dem Kauf',
    '/de/withdraw',
    '/de/pages/return-policy',
    '/de/pages/terms',
  ];
  for (const text of confirmation) {
    expect(mail?.text?.replace(/\s+/g, ' ')).toContain(text);
    expect(words.notes.join(' ')).toContain(text);
  }
  expect(words.lines[0]).toEqual([expect.stringContaining('Credits'), expect.stringContaining('€')]);
  for (const locale of locales) {
    const notes = receiptWords(issued, locale).notes.join(' ');
    expect([locale, notes.includes('/withdraw'), notes.includes('14')]).toEqual([locale, true, true]);
  }
  // A receipt of an earlier release did not keep the terms of its order.
  const { contract: _, ...details } = issued.details;
  expect(receiptWords({ ...issued, details }, 'de').notes.join(' ')).not.toContain('Vertrag');
});

// Only earlier releases allowed orders of unconfirmed accounts.
test('shows an unconfirmed payer the receipt immediately, and mails it once after confirmation', async () => {
  const payer = await site.as('pia', { unconfirmed: true });
  const [activation] = await site.outbox(payer.email);
  const confirmed = (status: string) =>
    sql`update members set status = ${status} where id = ${payer.memberId}`.execute(site.db);
  await confirmed('active');
  const { payment_id } = await payer.must('startPayment', { body: order() });
  await confirmed('not_confirmed');
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
  const receipts = (await site.outbox(payer.email)).filter(({ text }) =>
    text?.includes(payment.receipts![0]!.number),
  );
  expect(receipts).toHaveLength(1);

  // From now on receipts are mailed with the payment.
  const second = await payer.must('startPayment', { body: order() });
  await payer.request('POST', `/sandbox/checkout/${second.payment_id}`, {
    payload: JSON.stringify({ outcome: 'paid' }),
    headers: { 'content-type': 'application/json' },
  });
  expect(
    (await site.outbox(payer.email)).filter(({ subject }) => subject === receipts[0]!.subject),
  ).toHaveLength(2);
});
