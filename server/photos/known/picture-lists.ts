import type { Db } from '../../platform/database/index.ts';

export interface PictureList {
  name: string;
  hashes: number;
  loaded_at: Date;
}

export const pictureLists = (db: Db): Promise<PictureList[]> =>
  db.selectFrom('known_picture_lists').select(['name', 'hashes', 'loaded_at']).orderBy('name').execute();
