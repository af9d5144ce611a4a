import { sql } from 'kysely';
import type { ListMatch, MatchPlace } from '#contract/moderation/list-matches.ts';
import { holdAccount } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, one, type Db, type Tx } from '../../platform/database/index.ts';
import { keepFolder } from '../files/keep-folder.ts';
import type { Found } from './ask-matcher.ts';
import { sealedKey, sealEvidence } from './sealed-evidence.ts';

export type BlockParts = Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'log' | 'storage'>;

export interface Listed {
  member: number;
  place: MatchPlace;
  hash: string;
  /** Null if the file is gone: then only the facts are preserved. */
  content: Uint8Array | null;
  found: Found;
}

/**
 * Preserves a picture of a list under seal and holds the account of its member first in the queue. `remove` deletes in
 * the same transaction what the site stored of the picture. A repeated upload while the case is open adds no evidence.
 */
export async function blockListedPicture(
  app: BlockParts,
  { member, place, hash, content, found }: Listed,
  remove: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  app.log.error({ member, place }, 'a picture matches a list of known illegal pictures');
  if (await isPreserved(app.db, member, hash)) return void (await inTransaction(app.db, remove));
  const folder =
    content &&
    (await keepFolder(app, (key) =>
      app.storage.put(sealedKey(key), sealEvidence(app.config, key, content), 'application/octet-stream'),
    ));
  await inTransaction(app.db, async (tx) => {
    const { at } = await one(sql<{ at: Date }>`select app_now() as at`.execute(tx));
    const match: ListMatch = {
      place,
      list: found.list,
      pdq: hash,
      distance: found.distance,
      found_at: at.toISOString(),
    };
    await holdAccount(app, tx, {
      member,
      reason: 'listed_picture',
      match,
      ...(folder && { picture: folder }),
    });
    await remove(tx);
  });
}

async function isPreserved(db: Db, member: number, hash: string): Promise<boolean> {
  const { preserved } = await one(
    sql<{ preserved: boolean }>`
    select exists (select from account_holds where member_id = ${member} and reason = 'listed_picture' and decided_at is null
      and evidence_matches @> ${JSON.stringify([{ pdq: hash }])}::jsonb) as preserved`.execute(db),
  );
  return preserved;
}
