import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Db } from '../platform/database/index.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { presentSummary } from './present-experiment.ts';
import { storedColumns, type StoredExperiment } from './stored-experiments.ts';

const PAGE = 50;

export async function listExperiments(
  db: Db,
  site: string,
  cursor: string | undefined,
): Promise<CallReply<'adminExperiments'>> {
  const list = `experiments ${site}`;
  const [before = Number.MAX_SAFE_INTEGER] = readCursor(list, cursor, 1) ?? [];
  const { rows } = await sql<StoredExperiment & { position: number }>`
    select ${storedColumns}, (extract(epoch from created_at) * 1000000)::bigint as position from experiments
    where host = ${site} and created_at < to_timestamp(0) + ${before} * interval '1 microsecond'
    order by created_at desc limit ${PAGE + 1}`.execute(db);
  return {
    experiments: rows.slice(0, PAGE).map(({ position: _position, ...stored }) => presentSummary(stored)),
    next: nextPage(rows, PAGE, (last) => writeCursor(list, [last.position])),
  };
}
