import { sql, type RawBuilder } from 'kysely';

// A page of a hundred rows with ten columns is a thousand small values, each read, copied and put into an object by itself. Where all
// of them end up in a text anyway, the page comes as one value: rows by line, columns by tab.

/**
 * Rows as one text (null where there are none), in `order`. No column may be null; a boolean is `t` or `f`, a text that somebody
 * typed comes as `jsonText`, in which neither tab nor line break stand as such.
 */
export const packed = (columns: readonly RawBuilder<unknown>[], order: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`string_agg(concat_ws(E'\t', ${sql.join(columns)}), E'\n' order by ${order})`;

/** A text or null as JSON. */
export const jsonText = (column: RawBuilder<unknown>): RawBuilder<string> => sql`coalesce(to_json(${column})::text, 'null')`;

/** The rows of `packed`, each with so many columns. */
export function unpacked(text: string | null | undefined, columns: number): string[][] {
  if (!text) return [];
  return text.split('\n').map((line) => {
    const row = line.split('\t');
    if (row.length !== columns) throw new Error(`A packed row has ${row.length} columns instead of ${columns}: one of them is null.`);
    return row;
  });
}

/** A moment as PostgreSQL writes it as ISO text with milliseconds. */
export const isoMoment = (text: string): string =>
  text.length >= 26 && text.endsWith('+00')
    ? `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
    : new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
