import { reconcileLedger } from '#server/credits/index.ts';
import { openDatabase } from '#server/platform/database/index.ts';
import { withClient } from './database.ts';
import type { Pair } from './http-lanes.ts';

export async function countStored(url: string, pairs: readonly Pair[]): Promise<() => Promise<number>> {
  const highest = Number(await one(url, 'select coalesce(max(id), 0) as n from messages'));
  const senders = pairs.map(({ sender }) => sender);
  return async () =>
    Number(
      await one(url, 'select count(*) as n from messages where id > $1 and sender_id = any($2::bigint[])', [
        highest,
        senders,
      ]),
    );
}

/** Throws unless the ledger is balanced. Returns its number of entries. */
export async function proveLedger(url: string): Promise<number> {
  const { db, close } = openDatabase({ url, size: 2, pooler: 'none', statementMs: 0 });
  const { faults, entries } = await reconcileLedger(db);
  await close();
  if (faults.length > 0) throw new Error(`The ledger does not add up: ${JSON.stringify(faults.slice(0, 3))}`);
  return entries;
}

const one = (url: string, text: string, values: unknown[] = []): Promise<unknown> =>
  withClient(url, async (client) => (await client.query(text, values)).rows[0].n);
