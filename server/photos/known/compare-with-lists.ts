import { sql } from 'kysely';
import { LEAST_PDQ_QUALITY } from '#contract/photos/pdq-rules.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { askMatcher, type Found } from './ask-matcher.ts';
import { pdqBits, pdqDistance, pdqNear } from './pdq-near.ts';
import type { Pdq } from './pdq.ts';

export interface Comparison {
  found: Found | null;
  /** The matcher has not answered, so nobody may see the picture yet. */
  awaits: boolean;
}

/** Compares a picture with the loaded lists, and with those of the matcher if one is configured. */
export async function compareWithLists(
  app: Pick<App, 'config' | 'db' | 'log'>,
  { hash, quality }: Pdq,
): Promise<Comparison> {
  if (quality < LEAST_PDQ_QUALITY) return { found: null, awaits: false };
  const loaded = await findInLoadedLists(app.db, hash);
  if (loaded || !app.config.matcher) return { found: loaded, awaits: false };
  try {
    return { found: await askMatcher(app, hash), awaits: false };
  } catch (error) {
    app.log.warn({ err: (error as Error).message }, 'the matcher gave no answer: the picture waits');
    return { found: null, awaits: true };
  }
}

async function findInLoadedLists(db: Db, hash: string): Promise<Found | null> {
  const bits = pdqBits(hash);
  const { rows } = await sql<Found>`
    select l.name as list, ${pdqDistance(sql`k.pdq`, bits)} as distance
    from known_pictures k join known_picture_lists l on l.id = k.list_id
    where ${pdqNear(sql`k.pdq`, bits)} order by distance, l.name limit 1`.execute(db);
  return rows[0] ?? null;
}
