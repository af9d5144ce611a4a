import { createReadStream, existsSync } from 'node:fs';
import { parse } from 'csv-parse';

/** A line of a file by the names of its head, outer spaces gone. */
export interface CsvRow {
  /** In the file, the head being 1. */
  line: number;
  values: Record<string, string>;
}

/** Why a file cannot be read at all: a sentence for whoever gave it. */
export class UnreadableFile extends Error {}

/**
 * The lines of a CSV file in UTF-8 with a head, one at a time however long it is. Commas or semicolons, as the head has them. A file
 * that is not there has no lines. Throws `UnreadableFile` for a head without the `needed` columns, or a file that is no CSV.
 */
export async function* readRows(file: string, needed: readonly string[]): AsyncGenerator<CsvRow> {
  if (!existsSync(file)) return;
  const parser = createReadStream(file).pipe(
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
  );
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>)
      yield { line: info.lines, values: record };
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(`${file} can not be read: ${(error as Error).message}`);
  }
}
