import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locale } from '#contract/lists/locales.ts';
import { day } from '#contract/lists/palette.ts';
import { textsOf } from '#mail/texts.ts';
import { methodName } from '../gateways/methods.ts';
import type { Receipt } from './receipts.ts';

const require = createRequire(import.meta.url);
let loaded: { regular: Buffer; bold: Buffer } | undefined;
/** The fonts of the site, whole: all letters of the eleven languages, embedded as far as they are used. */
const fonts = () =>
  (loaded ??= {
    regular: readFileSync(require.resolve('@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf')),
    bold: readFileSync(require.resolve('@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf')),
  });

const { ink, 'ink-2': softInk, line: rule } = day;
const margin = 56;

/** A receipt or credit note as a tagged PDF (PDF/UA) in a language: one page, of the paper that its country uses. */
export async function receiptPdf(receipt: Receipt, locale: Locale): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit'); // with its fonts' tables a heavy one, and receipts are rare
  const words = receiptWords(receipt, locale);
  const document = new PDFDocument({
    size: receipt.details.country === 'US' || receipt.details.country === 'CA' ? 'LETTER' : 'A4',
    margin,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: locale,
    displayTitle: true,
    info: { Title: words.title, Author: receipt.details.seller.name, CreationDate: new Date(`${receipt.issued_on}T00:00:00Z`) },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  document.registerFont('regular', fonts().regular).registerFont('bold', fonts().bold);
  draw(document, words);
  document.end();
  return done;
}

/** Everything that stands on a receipt, in the order in which it is read. */
export interface ReceiptWords {
  title: string;
  heading: string;
  seller: string[];
  facts: [what: string, value: string][];
  lineHead: [what: string, amount: string];
  lines: [what: string, amount: string][];
  total: [what: string, amount: string];
  vat: [what: string, amount: string][];
  notes: string[];
}

/** The words of a receipt in a language. */
export function receiptWords({ kind, number, issued_on, payment_id, details }: Receipt, locale: Locale): ReceiptWords {
  const translate = textsOf('receipt').getFixedT(locale, 'receipt');
  const t = (key: string, values: Record<string, string | number> = {}) => plain(translate(key, values));
  const formatMoney = new Intl.NumberFormat(locale, { style: 'currency', currency: details.currency });
  const money = (cents: number) => plain(formatMoney.format(cents / 100));
  const day = plain(new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${issued_on}T00:00:00Z`)));
  const countryName = (code: string) => new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  const { seller, vatPercentage, descriptor } = details;
  const back = kind === 'credit_note';
  const heading = t(back ? 'credit_note' : 'receipt');
  const tax = ['AU', 'NZ', 'CA'].includes(details.country) ? 'GST' : t('vat');
  const rate = plain(new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(vatPercentage / 100));
  return {
    title: `${heading} ${number}`,
    heading,
    seller: [
      seller.name,
      seller.address,
      `${seller.city}, ${countryName(seller.country)}`,
      ...(seller.kvk ? [t('kvk', { number: seller.kvk })] : []),
      ...(seller.vatNumber ? [t('vat_number', { number: seller.vatNumber })] : []),
    ],
    facts: [
      [t('number'), number],
      [t('date'), day],
      ...(details.corrects ? [[t('corrects'), details.corrects] as [string, string]] : []),
      [t('order'), payment_id],
      [t('country'), countryName(details.country)],
      [t(back ? 'method_back' : 'method'), methodName(details.method, locale)],
    ],
    lineHead: [t('what'), t('amount')],
    lines: [
      // Money may go back for credits that are used up.
      [back && details.credits === 0 ? t('total_back') : t(back ? 'credits_back' : 'credits', { count: details.credits }), money(details.priceCents)],
      ...(details.discountCents > 0
        ? [[details.discountCode ? t('discount_code', { code: details.discountCode }) : t('discount'), money(-details.discountCents)] as [string, string]]
        : []),
      ...(details.costsCents > 0 ? [[t('costs'), money(details.costsCents)] as [string, string]] : []),
    ],
    total: [t(back ? 'total_back' : 'total'), money(details.totalCents)],
    vat:
      vatPercentage > 0
        ? [
            [t('net'), money(details.totalCents - details.vatCents)],
            [t('vat_line', { tax, rate, country: countryName(details.country) }), money(details.vatCents)],
          ]
        : [],
    notes: [...(back ? [] : [t('once')]), ...(descriptor ? [t('descriptor', { descriptor })] : []), t('questions', { email: seller.supportEmail })],
  };
}

/** The font has no narrow no-break space; the wide one stands in for it. */
const plain = (text: string) => text.replaceAll(/[\u202f\u2009]/g, '\u00a0');

type Pdf = PDFKit.PDFDocument;

function draw(pdf: Pdf, words: ReceiptWords): void {
  const width = pdf.page.width - 2 * margin;
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const tag = (parent: PDFKit.PDFStructureElement, name: string, paint: () => void) => {
    const element = pdf.struct(name as never, {}, paint);
    // A header cell says what it heads; pdfkit has no option for it.
    if (name === 'TH') Object.assign((element as unknown as { dictionary: { data: object } }).dictionary.data, { A: { O: 'Table', Scope: 'Column' } });
    parent.add(element);
    element.end();
  };
  const line = (y: number, weight = 0.7) => {
    pdf.markContent('Artifact');
    pdf
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(weight)
      .strokeColor(rule)
      .stroke();
    pdf.endMarkedContent();
  };
  const text = (
    value: string,
    x: number,
    y: number,
    options: PDFKit.Mixins.TextOptions & { font?: 'regular' | 'bold'; size?: number; color?: string } = {},
  ) => {
    const { font = 'regular', size = 10.5, color = ink, ...rest } = options;
    pdf
      .font(font)
      .fontSize(size)
      .fillColor(color)
      .text(value, x, y, { lineGap: 2, ...rest });
  };
  /** What, and its value at the right; returns where the next one begins. */
  const pair = (parent: PDFKit.PDFStructureElement, cells: [string, string], y: number, header: boolean, look: Parameters<typeof text>[3] = {}) => {
    const row = pdf.struct('TR' as never);
    parent.add(row);
    const amount = 150;
    const { size = 10.5, font = 'regular' } = look;
    const height = pdf
      .font(font)
      .fontSize(size)
      .heightOfString(cells[0], { width: width - amount - 12, lineGap: 2 });
    tag(row, header ? 'TH' : 'TD', () => text(cells[0], margin, y, { ...look, width: width - amount - 12 }));
    tag(row, header ? 'TH' : 'TD', () => text(cells[1], margin + width - amount, y, { ...look, width: amount, align: 'right' }));
    row.end();
    return y + height;
  };

  tag(root, 'H1', () => text(words.heading, margin, margin, { font: 'bold', size: 26, width }));
  let y = margin + 56;

  const half = width / 2 - 12;
  let left = y;
  for (const [index, value] of words.seller.entries()) {
    tag(root, 'P', () => text(value, margin, left, { width: half, ...(index === 0 ? { font: 'bold' } : { color: softInk }) }));
    left = pdf.y + 2;
  }
  let right = y;
  const facts = pdf.struct('L' as never);
  root.add(facts);
  for (const [what, value] of words.facts) {
    const fact = pdf.struct('LI' as never);
    facts.add(fact);
    tag(fact, 'Lbl', () => text(what, margin + width / 2 + 12, right, { size: 8.5, color: softInk, width: half }));
    tag(fact, 'LBody', () => text(value, margin + width / 2 + 12, pdf.y, { size: value.length > 30 ? 9 : 10.5, width: half }));
    fact.end();
    right = pdf.y + 6;
  }
  facts.end();

  y = Math.max(left, right) + 28;
  const table = pdf.struct('Table' as never);
  root.add(table);
  y = pair(table, words.lineHead, y, true, { size: 8.5, color: softInk }) + 6;
  line(y);
  y += 12;
  for (const cells of words.lines) y = pair(table, cells, y, false) + 10;
  line(y, 1.4);
  y += 14;
  y = pair(table, words.total, y, false, { font: 'bold', size: 15 }) + 14;
  for (const cells of words.vat) y = pair(table, cells, y, false, { color: softInk, size: 9.5 }) + 6;
  table.end();

  y += 36;
  for (const note of words.notes) {
    tag(root, 'P', () => text(note, margin, y, { size: 9.5, color: softInk, width }));
    y = pdf.y + 5;
  }
  root.end();
}
