import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locale } from '#contract/lists/locales.ts';
import { margin, drawReceipt } from './draw-receipt.ts';
import { receiptWords } from './receipt-words.ts';
import type { Receipt } from './receipts.ts';

const require = createRequire(import.meta.url);

let loaded: { regular: Buffer; bold: Buffer } | undefined;

/**
 * The site's full fonts with all letters of the eleven languages. The PDF embeds only the characters in use.
 */
const fonts = () =>
  (loaded ??= {
    regular: readFileSync(
      require.resolve('@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf'),
    ),
    bold: readFileSync(
      require.resolve('@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf'),
    ),
  });

/** A receipt or credit note as a tagged PDF (PDF/UA) in a language: one page, in the country's paper size. */
export async function receiptPdf(receipt: Receipt, locale: Locale): Promise<Buffer> {
  // pdfkit is large with its font tables, and few requests need it, so it loads on demand.
  const { default: PDFDocument } = await import('pdfkit');
  const words = receiptWords(receipt, locale);
  const options: PDFKit.PDFDocumentOptions = {
    size: receipt.details.country === 'US' || receipt.details.country === 'CA' ? 'LETTER' : 'A4',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: locale,
    displayTitle: true,
    info: {
      Title: words.title,
      Author: receipt.details.seller.name,
      CreationDate: new Date(`${receipt.issued_on}T00:00:00Z`),
    },
  };
  // pdfkit's types do not list this subset yet.
  const document = new PDFDocument(Object.assign(options, { subset: 'PDF/UA' }));
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  document.registerFont('regular', fonts().regular).registerFont('bold', fonts().bold);
  drawReceipt(document, words);
  document.end();
  return done;
}
