import type { Db } from '../platform/database/index.ts';

export const listPages = (db: Db) =>
  db
    .selectFrom('static_pages')
    .select(['host', 'token', 'language', 'title', 'updated_at'])
    .orderBy('host')
    .orderBy('token')
    .orderBy('language')
    .execute();
