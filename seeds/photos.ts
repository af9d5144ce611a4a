import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/index.ts';
import { keepFiles, processPhoto } from '#server/photos/index.ts';
import { sql } from 'kysely';
import { before } from './members.ts';
import type { DemoPerson } from './person.ts';
import { drawPortrait, faces } from './portraits.ts';
import { drawIds, insertRows } from './rows.ts';

/** Where a portrait's files lie, by face and photo: `14/2`. */
export type Portraits = Map<string, { folder: string; width: number; height: number }>;

const keyOf = (faceId: number, shot: number) => `${faceId}/${shot}`;
/** Drawing goes on while another portrait is being processed; the photo pipeline itself says how many it takes at once. */
const AT_ONCE = 3;

/**
 * Draws each portrait that anybody has once and puts it through the photo pipeline, as an upload would. Members
 * with the same face share the files.
 */
export async function processPortraits(app: App, people: readonly DemoPerson[], progress: (detail: string) => void): Promise<Portraits> {
  const wanted = [...new Set(people.flatMap((person) => person.shots.map((shot) => keyOf(person.faceId, shot))))];
  const portraits: Portraits = new Map();
  const waiting = wanted.values();
  const worker = async () => {
    for (const key of waiting) {
      const [faceId, shot] = key.split('/').map(Number) as [number, number];
      const processed = await processPhoto(
        await drawPortrait(
          faces.find((face) => face.id === faceId)!,
          shot,
        ),
      );
      portraits.set(key, { folder: await keepFiles(app, processed), width: processed.width, height: processed.height });
      progress(`${portraits.size} of ${wanted.length} portraits`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return portraits;
}

/** Writes everybody's photos, inspected and active; the first is the main one, the last may be private. */
export async function insertPhotos(tx: Tx, people: readonly DemoPerson[], portraits: Portraits, ids: readonly number[], now: Date): Promise<void> {
  const photos = people.flatMap((person, i) =>
    person.shots.map((shot, position) => {
      const { folder, width, height } = portraits.get(keyOf(person.faceId, shot))!;
      const at = before(now, Math.max(1, person.signupDaysAgo * 1440 - position * 60));
      return {
        member_id: ids[i],
        storage_key: folder,
        width,
        height,
        position,
        status: 'active',
        private: position >= person.shots.length - person.privatePhotos,
        created_at: at,
        decided_at: at,
      };
    }),
  );
  const drawn = await drawIds(tx, 'photos', photos.length);
  const rows = photos.map((photo, i) => ({ id: drawn[i], ...photo }));
  await insertRows(
    tx,
    'photos',
    {
      id: 'bigint',
      member_id: 'bigint',
      storage_key: 'text',
      width: 'int',
      height: 'int',
      position: 'int',
      status: 'text',
      private: 'boolean',
      created_at: 'timestamptz',
      decided_at: 'timestamptz',
    },
    rows,
  );
  const figures = ids.map((id) => {
    const open = rows.filter((row) => row.member_id === id && !row.private);
    return { id, main: open[0]?.id ?? null, count: open.length };
  });
  await sql`update profiles p set main_photo_id = f.main, num_photos = f.count
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as f (id bigint, main bigint, count int) where p.id = f.id`.execute(tx);
}
