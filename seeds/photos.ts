import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/index.ts';
import { before } from './members.ts';
import type { DemoPerson } from './person.ts';
import { faces, shotsPerFace } from './portraits.ts';
import { drawIds, insertRows } from './rows.ts';

export interface Drawing {
  faceId: number;
  shot: number;
}

const WIDTH = 960;
const HEIGHT = 1280;

/**
 * The folder of a drawing's files. It is derived from the drawing, so that rows can refer to it before the
 * files exist. Members with the same face share it.
 */
export function folderOf({ faceId, shot }: Drawing): string {
  const hash = createHash('sha256').update(`portrait ${faceId}/${shot}`).digest('hex');
  return `${hash.slice(0, 2)}/${hash.slice(0, 32)}`;
}

export const drawings: ReadonlyMap<string, Drawing> = new Map(
  faces.flatMap(({ id }) =>
    Array.from(
      { length: shotsPerFace + 1 },
      (_, shot) => [folderOf({ faceId: id, shot }), { faceId: id, shot }] as const,
    ),
  ),
);

export async function insertPhotos(
  tx: Tx,
  people: readonly DemoPerson[],
  ids: readonly number[],
  now: Date,
): Promise<void> {
  const photos = people.flatMap((person, i) =>
    person.shots.map((shot, position) => {
      const at = before(now, Math.max(1, person.signupDaysAgo * 1440 - position * 60));
      return {
        member_id: ids[i],
        storage_key: folderOf({ faceId: person.faceId, shot }),
        width: WIDTH,
        height: HEIGHT,
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
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as f (id bigint, main bigint, count int) where p.id = f.id`.execute(
    tx,
  );
}
