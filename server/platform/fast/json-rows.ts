import { sql, type RawBuilder } from 'kysely';

/**
 * Wraps a statement with dozens of columns so that it returns each row as one JSON value, which costs the driver less
 * (docs/decisions/0039-fast-paths.md). Timestamps arrive as strings: convert them with `isoInstant`.
 */
export const asJsonRows = <Row>(statement: RawBuilder<unknown>): RawBuilder<{ row: Row }> =>
  sql<{ row: Row }>`select row_to_json(line) as row from (${statement}) line`;

/** Converts a timestamp in PostgreSQL's JSON to the format of the API: UTC, with milliseconds. */
export function isoInstant(timestamp: string): string;
export function isoInstant(timestamp: string | null): string | null;
export function isoInstant(timestamp: string | null): string | null {
  return timestamp === null ? null : new Date(timestamp).toISOString();
}
