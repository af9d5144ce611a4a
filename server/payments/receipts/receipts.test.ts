import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { locales } from '#contract/lists/locales.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';
import { createSession } from '../../identity/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { lockPayment } from '../payment-row.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { receiptWords } from './receipt-words.ts';
import { creditNoteFor, receiptOf } from './receipts.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
afterEach(async () => {
  await till.shiftClock(0);
  await till.ledgerAddsUp();
});

async function paid(payer: TestPayer, order: Record<string, unknown> = {}): Promise<string> {
  const { body } = await payer.pay(order);
  expect((await till.checkout(body.payment_id, 'paid')).status).toBe(200);
  return body.payment_id;
}
const numberOf = async (payer: TestPayer, id: string) =>
  (await payer.get(`/api/payment.php?id=${id}`)).body.receipts[0]?.number as string;
const pdfOf = async (cookie: string, id: string, path = '/api/receipt.php') => {
  const answer = await fetch(`${till.url}${path}?id=${id}`, { headers: { cookie } });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
};
const cookieOf = async (id: number) =>
  `auth=${await createSession(till.site.app.db, id, undefined, null, true)}`;

describe('the number', () => {
  test('has no gap when payments settle, fail and repeat concurrently', async () => {
    const payers = await Promise.all(Array.from({ length: 4 }, () => till.payer()));
    const orders = await Promise.all(payers.flatMap((payer) => [payer.pay(), payer.pay(), payer.pay()]));
    const ids = orders.map(({ body }) => body.payment_id as string);
    await Promise.all(
      ids.flatMap((id, i) =>
        i % 4 === 3 ? [till.checkout(id, 'failed')] : [till.checkout(id, 'paid'), till.checkout(id, 'paid')],
      ),
    );
    const { rows } = await sql<{
      number: number;
    }>`select number from receipts where kind = 'receipt' order by number`.execute(till.site.app.db);
    expect(rows.length).toBe(9);
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => i + 1));
  });

  test('of a settlement that rolls back is reused', async () => {
    const payer = await till.payer();
    const last = async () =>
      (
        await sql<{ last: number }>`select last from receipt_numbers where kind = 'receipt'`.execute(
          till.site.app.db,
        )
      ).rows[0]!.last;
    const before = await last();
    await till.asOwner(
      `create function break_receipts() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    );
    await till.asOwner(
      `create trigger break_receipts after insert on receipts for each row execute function break_receipts()`,
    );
    const id = (await payer.pay()).body.payment_id;
    await till.checkout(id, 'paid');
    expect([await payer.credits(), await last()]).toEqual([0, before]);
    await till.asOwner(`drop trigger break_receipts on receipts`);
    await till.checkout(id, 'paid');
    expect([await payer.credits(), await last()]).toEqual([50, before + 1]);
  });

  test('restarts each year, and never changes afterwards', async () => {
    const payer = await till.payer();
    const first = await paid(payer);
    const number = await numberOf(payer, first);
    const nextYear = Number(number.slice(0, 4)) + 1;
    await till.shiftClock(Math.round((Date.UTC(nextYear, 0, 2) - Date.now()) / 1000));
    const [year, count] = (await numberOf(payer, await paid(payer))).split('-');
    expect([Number(year), count]).toEqual([nextYear, '000001']);
    expect(await numberOf(payer, first)).toBe(number);
  });
});

describe('a receipt', () => {
  test('contains the sold package, discount, costs and the country’s VAT', async () => {
    const payer = await till.payer({ country: 'FI', signedUpAgo: 60 });
    const id = await paid(payer, { method: 'paypal', discountcode: 'TIMEBONUS25' });
    const receipt = (await receiptOf(till.site.app.db, id))!;
    // 19.99 less 25 percent is 14.99, plus 0.35 costs, including 25.5 percent VAT.
    expect(receipt.details).toMatchObject({
      priceCents: 1999,
      discountCents: 500,
      costsCents: 35,
      totalCents: 1534,
      vatPercentage: 25.5,
      vatCents: 312,
    });
    const words = receiptWords(receipt, 'fi');
    expect(words.lines.map(([what]) => what)).toEqual([
      '50 krediittiä',
      'Alennus koodilla TIMEBONUS25',
      'Maksukulut',
    ]);
    expect(words.vat.at(-1)).toEqual(['Josta 25,5\u00a0% alv (Suomi)', '3,12\u00a0€']);
    expect(words.facts.map(([, value]) => value)).toContain('Suomi');
  });

  test('does not change when the company moves', async () => {
    const payer = await till.payer();
    const id = await paid(payer);
    await sql`update companies set address = 'Elsewhere 9' where id = 1`.execute(till.site.app.db);
    expect((await receiptOf(till.site.app.db, id))!.details.seller.address).toBe('Keizersgracht 1');
    await sql`update companies set address = 'Keizersgracht 1' where id = 1`.execute(till.site.app.db);
  });

  test('is a PDF for its member only; finance operators read it by a separate, audited call', async () => {
    const [owner, other, finance, moderator] = await Promise.all([
      till.payer({ language: 'pl' }),
      till.payer(),
      till.payer(),
      till.payer(),
    ]);
    await sql`update members set roles = '{finance}' where id = ${finance.id}`.execute(till.site.app.db);
    await sql`update members set roles = '{moderator}' where id = ${moderator.id}`.execute(till.site.app.db);
    const id = await paid(owner);
    const mine = await pdfOf(await cookieOf(owner.id), id);
    expect(mine).toMatchObject({ status: 200, type: 'application/pdf' });
    expect(mine.bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
    for (const one of [other, moderator, finance])
      expect((await pdfOf(await cookieOf(one.id), id)).status).toBe(404);
    expect((await pdfOf(await cookieOf(finance.id), id, '/api/admin/receipt')).status).toBe(200);
    expect((await pdfOf(await cookieOf(moderator.id), id, '/api/admin/receipt')).status).toBe(403);
    expect((await pdfOf(await cookieOf(owner.id), id, '/api/admin/receipt')).status).toBe(404);
    const { rows } = await sql<{ operator_id: number }>`
      select operator_id from audit_log where action = 'receipt.look' and member_id = ${owner.id} and object = ${id}`.execute(
      till.site.app.db,
    );
    expect(rows).toEqual([{ operator_id: finance.id }]);
    expect((await pdfOf('', id)).status).toBe(403);
    const unpaid = (await owner.pay()).body.payment_id;
    expect((await pdfOf(await cookieOf(owner.id), unpaid)).status).toBe(404);
    expect((await owner.get('/api/receipt.php?id=1')).status).toBe(400);
  });

  test('is tagged, titled and in the reader’s language, and its fonts have every letter', async () => {
    const payer = await till.payer({ country: 'PL' });
    const receipt = (await receiptOf(till.site.app.db, await paid(payer, { method: 'blik' })))!;
    const { openSync } = createRequire(createRequire(import.meta.url).resolve('pdfkit'))('fontkit') as {
      openSync(path: string): { hasGlyphForCodePoint(point: number): boolean };
    };
    const font = openSync(
      createRequire(import.meta.url).resolve(
        '@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf',
      ),
    );
    for (const locale of locales) {
      const large = {
        ...receipt,
        details: {
          ...receipt.details,
          credits: 12_000,
          priceCents: 1_234_567,
          totalCents: 1_234_567,
          vatCents: 230_850,
        },
      };
      // The catalogue gets the same replacement: the PDF has a wide space instead of the narrow one that
      // French uses.
      const catalogue = readFileSync(`locales/${locale}/receipt.json`, 'utf8').replaceAll('\u202f', '\u00a0');
      const letters = JSON.stringify([
        receiptWords(receipt, locale),
        receiptWords(large, locale),
        JSON.parse(catalogue),
      ]);
      const missing = [...new Set(letters)].filter(
        (letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0)!),
      );
      expect({ locale, missing }).toEqual({ locale, missing: [] });
    }
    const byCard = receiptWords({ ...receipt, details: { ...receipt.details, method: 'creditcard' } }, 'fr');
    expect(byCard.facts.at(-1)).toEqual(['Payé avec', 'Carte de crédit']);
    const pdf = (await receiptPdf(receipt, 'pl')).toString('latin1');
    expect(pdf).toContain('/Lang (pl)');
    expect(pdf).toContain('/Marked true');
    expect(pdf.match(/\/Scope \/Column/g)).toHaveLength(2);
    expect(pdf).toContain('/DisplayDocTitle true');
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(textLength(pdf)).toBeGreaterThan(1000);
  });
});

function textLength(pdf: string): number {
  return [...pdf.matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .map(([, stream]) => {
      try {
        return inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    })
    .filter((text) => text.includes('BT'))
    .join('').length;
}

test('numbers credit notes in their own series, refers to the receipt, and issues each once', async () => {
  const payer = await till.payer();
  const id = await paid(payer);
  const refund = crypto.randomUUID();
  const note = () =>
    inTransaction(till.site.app.db, async (tx) =>
      creditNoteFor(till.site.app, tx, {
        id: refund,
        payment: (await lockPayment(tx, id))!,
        amountCents: 1000,
        credits: 25,
      }),
    );
  const [first, again] = [await note(), await note()];
  expect(again).toEqual(first);
  expect(first).toMatchObject({
    number: expect.stringMatching(/^C\d{4}-000001$/),
    details: { corrects: await numberOf(payer, id), totalCents: 1000, vatCents: 174 },
  });
  expect((await payer.get(`/api/payment.php?id=${id}`)).body.receipts).toEqual([
    { id, kind: 'receipt', number: await numberOf(payer, id) },
    { id: refund, kind: 'credit_note', number: first.number },
  ]);
  expect((await pdfOf(await cookieOf(payer.id), refund)).type).toBe('application/pdf');
});

test('issues one credit note for a refund made at the gateway', async () => {
  const payer = await till.payer();
  const id = await paid(payer);
  const { sandbox } = till.site.app.parts.gateways;
  const fields = { ...sandbox!.notificationOf((await sandbox!.order(id))!), outcome: 'refunded' };
  const refunded = { ...fields, signature: sandbox!.sign(fields) };
  for (let times = 0; times < 3; times++) expect((await till.notify(refunded)).status).toBe(200);
  const { receipts } = (await payer.get(`/api/payment.php?id=${id}`)).body;
  expect(receipts.map(({ kind }: { kind: string }) => kind)).toEqual(['receipt', 'credit_note']);
  expect((await receiptOf(till.site.app.db, receipts[1].id))!.details).toMatchObject({
    totalCents: 1999,
    credits: 50,
    corrects: receipts[0].number,
  });
  expect(await payer.credits()).toBe(0);
});
