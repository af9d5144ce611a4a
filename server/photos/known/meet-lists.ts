import type { MatchPlace } from '#contract/moderation/list-matches.ts';
import { must } from '#contract/must.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { ProcessedPhoto } from '../process-photo.ts';
import { blockListedPicture, type BlockParts } from './block-listed-picture.ts';
import { compareWithLists } from './compare-with-lists.ts';
import { hashPicture } from './hash-picture.ts';
import type { Pdq } from './pdq.ts';

export interface Met {
  pdq: Pdq;
  /** Nobody may see the picture before the matcher has answered. */
  awaits: boolean;
}

/**
 * Hashes an uploaded picture and compares it with the lists of known illegal pictures, before it is stored or judged in any
 * other way. Throws `account_held` for a listed one, which tells its member no more than any other hold.
 */
export async function meetLists(
  app: BlockParts,
  member: number,
  { files }: ProcessedPhoto,
  place: MatchPlace,
): Promise<Met> {
  const { content } = must(
    files.find(({ variant }) => variant === '960'),
    'variant of 960 pixels',
  );
  const pdq = await hashPicture(content);
  const { found, awaits } = await compareWithLists(app, pdq);
  if (!found) return { pdq, awaits };
  await blockListedPicture(app, { member, place, hash: pdq.hash, content, found });
  throw refuse('account_held');
}
