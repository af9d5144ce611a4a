import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';

/**
 * Cells that a spreadsheet would run as a formula get an apostrophe as prefix. An error while reading rows
 * destroys the stream, so that Fastify sends an error or breaks off the download.
 */
export const sendCsv = (
  reply: FastifyReply,
  name: string,
  rows: Iterable<string[]> | AsyncIterable<string[]>,
) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(pipeline(Readable.from(rows), stringify({ escape_formulas: true }), () => {}));
