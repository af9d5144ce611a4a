import { sql, type RawBuilder } from 'kysely';
import { hasLength, type Tuple } from '#contract/tuple.ts';

// A hundred rows of ten columns are a thousand values for the driver to parse. If they all end up in a JSON
// text anyway, the database returns the page as one value: a line per row, columns separated by tabs.

/**
 * Rows as one text in `order`; null without rows. No column may be null, booleans are `t` or `f`, and free
 * text must be wrapped in `jsonText`, which escapes tabs and line breaks.
 */
export const packed = (
  columns: readonly RawBuilder<unknown>[],
  order: RawBuilder<unknown>,
): RawBuilder<string | null> =>
  sql`string_agg(concat_ws(E'\t', ${sql.join(columns)}), E'\n' order by ${order})`;

export const jsonText = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql`coalesce(to_json(${column})::text, 'null')`;

export function unpacked<Columns extends number>(
  text: string | null | undefined,
  columns: Columns,
): Tuple<string, Columns>[] {
  if (!text) return [];
  return text.split('\n').map((line) => {
    const row = line.split('\t');
    if (!hasLength(row, columns))
      throw new Error(`A packed row has ${row.length} columns instead of ${columns}: one of them is null.`);
    return row;
  });
}

/** Converts a PostgreSQL timestamptz text to ISO format with milliseconds. */
export const isoMoment = (text: string): string =>
  text.length >= 26 && text.endsWith('+00')
    ? `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
    : new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
