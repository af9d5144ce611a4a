import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { LEAST_PDQ_QUALITY } from '#contract/photos/pdq-rules.ts';

const HASH = /^[0-9a-f]{64}$/;
/** Names of PDQ in the column `signal_type` of Hasher-Matcher-Actioner and `type` of ThreatExchange. */
const PDQ_NAMES = ['pdq', 'hash_pdq'];
const TYPE_COLUMNS = ['signal_type', 'type', 'hash_type'];
/** A hash has about as many ones as zeros; one of a blank picture would match every other blank picture. */
const LEAST_ONES = 64;

/**
 * The PDQ hashes of a file with one hash a line, or of a CSV file of ThreatExchange or Hasher-Matcher-Actioner. Leaves out
 * lines of other kinds of hashes, and those with a `quality` below 50.
 */
export async function* hashesInFile(path: string): AsyncGenerator<string> {
  let columns: string[] | null = null;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const cells = cellsOf(line);
    if (columns === null) {
      columns = cells;
      if (!cells.some(isHash)) continue;
      columns = [];
    }
    const hash = cells.find(isHash);
    if (hash && isPdq(columns, cells) && isComparable(columns, cells) && isVaried(hash)) yield hash;
  }
}

const cellsOf = (line: string) =>
  line
    .replace(/^\uFEFF/, '')
    .split(/[,;\t]/)
    .map((cell) => cell.trim().replaceAll('"', '').toLowerCase());

const isHash = (cell: string) => HASH.test(cell);

function isPdq(columns: readonly string[], cells: readonly string[]): boolean {
  const column = columns.findIndex((name) => TYPE_COLUMNS.includes(name));
  return column === -1 || PDQ_NAMES.includes(cells[column] ?? '');
}

function isComparable(columns: readonly string[], cells: readonly string[]): boolean {
  const quality = cells[columns.indexOf('quality')];
  return quality === undefined || quality === '' || Number(quality) >= LEAST_PDQ_QUALITY;
}

function isVaried(hash: string): boolean {
  const ones = BigInt(`0x${hash}`).toString(2).replaceAll('0', '').length;
  return ones >= LEAST_ONES && ones <= 256 - LEAST_ONES;
}
