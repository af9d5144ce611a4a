import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { storedPlaces } from '#contract/moderation/list-matches.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, one, type Tx } from '../../platform/database/index.ts';
import { hashesInFile } from './hashes-in-file.ts';
import { queueMatching } from './shelf-jobs.ts';

const BATCH = 20_000;

/** Lower-case letters, digits, dots, hyphens and underscores. */
export const isListName = (name: string): boolean => /^[a-z0-9][a-z0-9._-]{0,59}$/.test(name);

/**
 * Replaces a list by the hashes of a file, and queues a comparison of the stored pictures. Returns the number of hashes,
 * or null if this file is loaded already. Throws for a file without a PDQ hash, so that a failed download does not empty
 * the list.
 */
export async function loadList(
  app: Pick<App, 'db' | 'jobs'>,
  { name, path }: { name: string; path: string },
  record: (tx: Tx, hashes: number) => Promise<void> = () => Promise.resolve(),
): Promise<number | null> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  const sum = digest.digest();
  return inTransaction(app.db, async (tx) => {
    // A million hashes take minutes.
    await sql`set local statement_timeout = 0`.execute(tx);
    const list = await one(
      sql<{ id: number; same: boolean }>`
      insert into known_picture_lists as l (name) values (${name})
      on conflict (name) do update set name = excluded.name returning id, digest is not distinct from ${sum} as same`.execute(
        tx,
      ),
    );
    if (list.same) return null;
    const hashes = await replaceHashes(tx, list.id, path);
    if (hashes === 0) throw new Error(`${path} contains no PDQ hash.`);
    await sql`update known_picture_lists set hashes = ${hashes}, digest = ${sum}, loaded_at = app_now() where id = ${list.id}`.execute(
      tx,
    );
    for (const place of storedPlaces) await queueMatching(app, tx, place);
    await record(tx, hashes);
    return hashes;
  });
}

/** Writes only the difference, because an update usually adds a few hashes to a million. */
async function replaceHashes(tx: Tx, list: number, path: string): Promise<number> {
  await sql`create temporary table loaded_hashes (pdq bit(256) primary key) on commit drop`.execute(tx);
  const store = (batch: string[]) =>
    sql`insert into loaded_hashes select ('x' || hash)::bit(256) from unnest(${batch}::text[]) hash on conflict do nothing`.execute(
      tx,
    );
  let batch: string[] = [];
  for await (const hash of hashesInFile(path)) {
    if (batch.push(hash) < BATCH) continue;
    await store(batch);
    batch = [];
  }
  await store(batch);
  await sql`
    delete from known_pictures k where list_id = ${list} and not exists (select from loaded_hashes l where l.pdq = k.pdq)`.execute(
    tx,
  );
  await sql`insert into known_pictures (list_id, pdq) select ${list}, pdq from loaded_hashes on conflict do nothing`.execute(
    tx,
  );
  const { hashes } = await one(
    sql<{ hashes: number }>`select count(*)::int as hashes from loaded_hashes`.execute(tx),
  );
  return hashes;
}
