import { parse } from 'csv-parse/sync';
import { itemAt } from '#contract/must.ts';
import { refuseFields } from '../../platform/http/refusal.ts';

/**
 * Reads a gateway's CSV file with a header. `names` has the possible headers of each column, in letters and lower case; the
 * first one present is used. Throws `invalid_fields` for a file without rows or without a column that `required` names,
 * and for one with more than `mostRows` rows.
 */
export function readGatewayCsv<Column extends string>(
  csv: string,
  names: Record<Column, readonly string[]>,
  { required, mostRows }: { required: readonly Column[]; mostRows: number },
): { rows: Record<string, string>[]; columns: Partial<Record<Column, string>> } {
  let rows: Record<string, string>[];
  try {
    rows = parse(csv, {
      columns: true,
      bom: true,
      skip_empty_lines: true,
      trim: true,
      delimiter: delimiterOf(csv),
      to: mostRows + 1,
    });
  } catch {
    throw refuseFields({ csv: 'invalid' });
  }
  if (rows.length === 0 || rows.length > mostRows) throw refuseFields({ csv: 'invalid' });
  const heads = Object.keys(itemAt(rows, 0));
  const columns: Partial<Record<Column, string>> = {};
  for (const column in names) {
    const head = names[column]
      .map((name) => heads.find((one) => one.toLowerCase().replace(/[^a-z]/g, '') === name))
      .find((found) => found !== undefined);
    if (head !== undefined) columns[column] = head;
  }
  if (required.some((column) => columns[column] === undefined)) throw refuseFields({ csv: 'invalid' });
  return { rows, columns };
}

/** The most frequent separator in the header. A file with semicolons may have commas in its amounts. */
function delimiterOf(csv: string): string {
  const head = itemAt(csv.slice(0, 2000).split(/\r?\n/, 1), 0);
  const count = (sign: string) => head.split(sign).length;
  return itemAt(
    [';', '\t', ','].toSorted((a, b) => count(b) - count(a)),
    0,
  );
}

/**
 * Parses an amount with a comma or a point, in cents. A separator followed by one or two digits is the decimal separator.
 * Returns null for anything else.
 */
export function centsOfCsv(text: string): number | null {
  const match = /^([+-]?)(\d[\d., ]*?)(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/[\s\u00a0]/g, ''));
  if (!match) return null;
  const whole = Number(itemAt(match, 2).replaceAll(/[., ]/g, ''));
  const cents = whole * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return null;
  return match[1] === '-' ? -cents : cents;
}
