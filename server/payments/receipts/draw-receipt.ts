import { day } from '#contract/lists/palette.ts';
import type { ReceiptWords } from './receipt-words.ts';

declare global {
  namespace PDFKit {
    interface PDFStructureElement {
      /** The element's entry in the file, which pdfkit's types omit. */
      readonly dictionary: { data: object };
    }
  }
}

const { ink, 'ink-2': softInk, line: rule } = day;

export const margin = 56;

type Pdf = PDFKit.PDFDocument;

type Structure = PDFKit.PDFStructureElement;
type Look = PDFKit.Mixins.TextOptions & { font?: 'regular' | 'bold'; size?: number; color?: string };

/** Width of the column of amounts. */
const AMOUNT = 150;

export function drawReceipt(pdf: Pdf, words: ReceiptWords): void {
  const pen = createPen(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  pen.tag(root, 'H1', () =>
    pen.text(words.heading, margin, margin, { font: 'bold', size: 26, width: pen.width }),
  );
  const top = margin + 56;
  const bottom = Math.max(drawSeller(pen, root, words, top), drawFacts(pen, root, words, top));
  drawNotes(pen, root, words, drawTable(pen, root, words, bottom + 28) + 36);
  root.end();
}

type Pen = ReturnType<typeof createPen>;

function createPen(pdf: Pdf) {
  const width = pdf.page.width - 2 * margin;

  function tag(parent: Structure, name: string, paint: () => void): void {
    const element = pdf.struct(name, {}, paint);
    // A header cell needs its scope, and pdfkit has no option for it.
    if (name === 'TH') Object.assign(element.dictionary.data, { A: { O: 'Table', Scope: 'Column' } });
    parent.add(element);
    element.end();
  }

  function line(y: number, weight = 0.7): void {
    pdf.markContent('Artifact');
    pdf
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(weight)
      .strokeColor(rule)
      .stroke();
    pdf.endMarkedContent();
  }

  function text(value: string, x: number, y: number, look: Look = {}): void {
    const { font = 'regular', size = 10.5, color = ink, ...rest } = look;
    pdf
      .font(font)
      .fontSize(size)
      .fillColor(color)
      .text(value, x, y, { lineGap: 2, ...rest });
  }

  function pair(
    parent: Structure,
    cells: [string, string],
    y: number,
    header: boolean,
    look: Look = {},
  ): number {
    const row = pdf.struct('TR');
    parent.add(row);
    const { size = 10.5, font = 'regular' } = look;
    const height = pdf
      .font(font)
      .fontSize(size)
      .heightOfString(cells[0], { width: width - AMOUNT - 12, lineGap: 2 });
    tag(row, header ? 'TH' : 'TD', () => text(cells[0], margin, y, { ...look, width: width - AMOUNT - 12 }));
    tag(row, header ? 'TH' : 'TD', () =>
      text(cells[1], margin + width - AMOUNT, y, { ...look, width: AMOUNT, align: 'right' }),
    );
    row.end();
    return y + height;
  }

  return { pdf, width, half: width / 2 - 12, tag, line, text, pair };
}

function drawSeller(
  { pdf, half, tag, text }: Pen,
  root: Structure,
  { seller }: ReceiptWords,
  top: number,
): number {
  let y = top;
  for (const [index, value] of seller.entries()) {
    tag(root, 'P', () =>
      text(value, margin, y, { width: half, ...(index === 0 ? { font: 'bold' } : { color: softInk }) }),
    );
    y = pdf.y + 2;
  }
  return y;
}

function drawFacts(
  { pdf, width, half, tag, text }: Pen,
  root: Structure,
  { facts }: ReceiptWords,
  top: number,
): number {
  const x = margin + width / 2 + 12;
  let y = top;
  const list = pdf.struct('L');
  root.add(list);
  for (const [what, value] of facts) {
    const item = pdf.struct('LI');
    list.add(item);
    tag(item, 'Lbl', () => text(what, x, y, { size: 8.5, color: softInk, width: half }));
    tag(item, 'LBody', () => text(value, x, pdf.y, { size: value.length > 30 ? 9 : 10.5, width: half }));
    item.end();
    y = pdf.y + 6;
  }
  list.end();
  return y;
}

function drawTable({ pdf, line, pair }: Pen, root: Structure, words: ReceiptWords, top: number): number {
  const table = pdf.struct('Table');
  root.add(table);
  let y = pair(table, words.lineHead, top, true, { size: 8.5, color: softInk }) + 6;
  line(y);
  y += 12;
  for (const cells of words.lines) y = pair(table, cells, y, false) + 10;
  line(y, 1.4);
  y += 14;
  y = pair(table, words.total, y, false, { font: 'bold', size: 15 }) + 14;
  for (const cells of words.vat) y = pair(table, cells, y, false, { color: softInk, size: 9.5 }) + 6;
  table.end();
  return y;
}

function drawNotes(
  { pdf, width, tag, text }: Pen,
  root: Structure,
  { notes }: ReceiptWords,
  top: number,
): void {
  let y = top;
  for (const note of notes) {
    tag(root, 'P', () => text(note, margin, y, { size: 9.5, color: softInk, width }));
    y = pdf.y + 5;
  }
}
