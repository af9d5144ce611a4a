import { createReadStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';

export interface CsvRow {
  /** Line number in the file. The header is line 1. */
  line: number;
  values: Record<string, string>;
}

/** The whole file cannot be read. The message is a sentence for the operator. */
export class UnreadableFile extends Error {}

/**
 * Streams the rows of a UTF-8 CSV file with a header, separated by commas or semicolons as in the header. A
 * missing file has no rows. Throws `UnreadableFile` if the header lacks the `needed` columns or the file is
 * not CSV.
 */
export async function* readRows(file: string, needed: readonly string[]): AsyncGenerator<CsvRow> {
  if (!existsSync(file)) return;
  // If the file cannot be read, the parser fails with that error and the loop below throws it.
  const parser = pipeline(
    createReadStream(file),
    parse({
      bom: true,
      columns: (head: string[]) => {
        const names = head.map((name) => name.trim().toLowerCase());
        const missing = needed.filter((name) => !names.includes(name));
        if (missing.length > 0) throw new UnreadableFile(`${file} has no column ${missing.join(', ')}.`);
        return names;
      },
      delimiter: [',', ';'],
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    }),
    () => {},
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>)
      yield { line: info.lines, values: record };
  } catch (error) {
    throw error instanceof UnreadableFile
      ? error
      : new UnreadableFile(`${file} can not be read: ${(error as Error).message}`);
  }
}
