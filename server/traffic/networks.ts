import type { Db } from '../platform/database/index.ts';

export const listNetworks = (db: Db) =>
  db
    .selectFrom('networks')
    .select(['key', 'name', 'postback_url', 'payouts', 'currency', 'active'])
    .orderBy('key')
    .execute();
