import type { StoredPlace } from '#contract/moderation/list-matches.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { longJob, type CronEntry, type JobHandlers } from '../../platform/jobs.ts';
import { fileKey } from '../files/file-key.ts';
import type { Found } from './ask-matcher.ts';
import { blockListedPicture, type BlockParts } from './block-listed-picture.ts';
import { compareWithLists } from './compare-with-lists.ts';
import { hashPicture } from './hash-picture.ts';
import {
  awaitingOf,
  comparedOf,
  noteHash,
  unhashedOf,
  type PictureShelf,
  type StoredPicture,
} from './picture-shelf.ts';

const BATCH = 100;
/** Searches of one statement, which has to end within the pool's timeout on a busy machine. */
const COMPARED = 25;
/** A run then leaves the rest to the next one. */
const RUN_MS = 4 * 60_000;
const LONGEST_MINUTES = 15;

const hashJob = (place: StoredPlace) => `hash-stored-${place}s`;
const askJob = (place: StoredPlace) => `ask-matcher-about-${place}s`;
const matchJob = (place: StoredPlace) => `compare-${place}s-with-lists`;

/** Compares the stored pictures of a place with the loaded lists, in batches by id. */
export const queueMatching = (
  { jobs }: Pick<App, 'jobs'>,
  db: Db,
  place: StoredPlace,
  after = 0,
): Promise<void> => jobs.add(db, matchJob(place), { after }, { key: matchJob(place) });

export function shelfJobs(app: BlockParts, shelf: PictureShelf): JobHandlers {
  const { place } = shelf;
  return {
    [hashJob(place)]: longJob(LONGEST_MINUTES, (_payload, { signal }) => hashStored(app, shelf, signal)),
    [askJob(place)]: longJob(LONGEST_MINUTES, (_payload, { signal }) => askAgain(app, shelf, signal)),
    [matchJob(place)]: longJob(LONGEST_MINUTES, ({ after }: { after: number }) =>
      compareStored(app, shelf, after),
    ),
  };
}

export const shelfCron = (place: StoredPlace): CronEntry[] => [
  { job: hashJob(place), at: '*/20 * * * *' },
  { job: askJob(place), at: '* * * * *' },
];

/** Hashes pictures that were stored before the site used PDQ, or restored from an older backup. */
async function hashStored(app: BlockParts, shelf: PictureShelf, signal?: AbortSignal): Promise<void> {
  const until = Date.now() + RUN_MS;
  while (Date.now() < until && !signal?.aborted) {
    const pictures = await unhashedOf(app.db, shelf, BATCH);
    for (const picture of pictures) {
      const content = await contentOf(app, picture);
      const pdq = content && (await hashPicture(content).catch(() => null));
      if (pdq) {
        const { found, awaits } = await compareWithLists(app, pdq);
        // The matcher is asked about this picture again in the next run.
        if (awaits) return;
        if (found) {
          await block(app, shelf, { ...picture, hash: pdq.hash, found });
          continue;
        }
      }
      await noteHash(app.db, shelf, picture.id, pdq);
    }
    if (pictures.length < BATCH) return;
  }
}

/** Asks the matcher about the pictures that wait for its answer, until it fails again. */
async function askAgain(app: BlockParts, shelf: PictureShelf, signal?: AbortSignal): Promise<void> {
  const until = Date.now() + RUN_MS;
  while (Date.now() < until && !signal?.aborted) {
    const pictures = await awaitingOf(app.db, shelf, BATCH);
    for (const picture of pictures) {
      const { found, awaits } = await compareWithLists(app, picture);
      if (awaits) return;
      if (found) await block(app, shelf, { ...picture, found });
      else await shelf.release(picture.id);
    }
    if (pictures.length < BATCH) return;
  }
}

async function compareStored(app: BlockParts, shelf: PictureShelf, after: number): Promise<void> {
  const until = Date.now() + RUN_MS;
  let last = after;
  while (Date.now() < until) {
    const pictures = await comparedOf(app.db, shelf, last, COMPARED);
    for (const { found, ...picture } of pictures) if (found) await block(app, shelf, { ...picture, found });
    last = pictures.at(-1)?.id ?? last;
    if (pictures.length < COMPARED) return;
  }
  await queueMatching(app, app.db, shelf.place, last);
}

async function block(
  app: BlockParts,
  shelf: PictureShelf,
  { hash, found, ...picture }: StoredPicture & { hash: string; found: Found },
): Promise<void> {
  const content = await contentOf(app, picture);
  await blockListedPicture(app, { member: picture.member, place: shelf.place, hash, content, found }, (tx) =>
    shelf.remove(tx, picture),
  );
  app.events.emit(picture.member, 'changed', { what: 'user' });
}

const contentOf = ({ storage }: Pick<App, 'storage'>, { folder }: StoredPicture) =>
  storage.bytes(fileKey(folder, '960', 'webp'));
