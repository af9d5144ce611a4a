import { sql } from 'kysely';
import pg from 'pg';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { reconcileLedger } from '#server/credits/index.ts';
import { openDatabase } from '#server/platform/database/index.ts';
import { testApp } from '#support/app.ts';
import { createTestDatabase } from '#support/database.ts';
import { seedBulk } from './bulk.ts';
import { seedDemo } from './index.ts';
import { createPainter } from './painter.ts';
import { demoPassword, emailOf } from './people.ts';

const site = testApp();

test('seeds the demo once, with a balanced ledger and a named person who can log in', async () => {
  expect(await seedDemo(site.app, { members: 8 })).toBe(true);
  expect(await seedDemo(site.app, { members: 8 })).toBe(false);
  expect((await reconcileLedger(site.db)).faults).toEqual([]);

  const login = await site
    .visitor()
    .call('login', { body: { email: emailOf('anna'), password: demoPassword } });
  expect(login.status).toBe(200);
  const { rows } = await sql<{ shared: number; shown: number; limits: number }>`
    select (select count(*) from profiles where main_photo_id is not null)::int as shown,
      (select count(distinct storage_key) from photos)::int as shared,
      (select count(*) from members where not paid_user and (free_messages_used > 5 or conversations_started > 2))::int as limits`.execute(
    site.db,
  );
  expect(rows[0]).toEqual({ shown: 8, shared: 24, limits: 0 });
});

test('draws only missing portraits in a process of its own, requested ones first', async () => {
  const { app } = site;
  const { rows } = await sql<{ folder: string }>`
    select storage_key as folder from photos join presence using (member_id) group by 1 order by min(position) desc, max(last_active) limit 1`.execute(
    site.db,
  );
  const last = `${rows[0]!.folder}/960.webp`;
  const painter = createPainter();
  const storage = painter.waitingFor(app.storage);
  expect(await painter.start(app)).toBe(24);
  let finished = false;
  void painter.done.then(() => (finished = true));
  const picture = await storage.bytes(last);
  expect(finished).toBe(false);
  expect(await sharp(Buffer.from(picture!)).metadata()).toMatchObject({
    format: 'webp',
    width: 960,
    height: 1280,
  });
  await painter.done;
  expect(await Array.fromAsync(app.storage.folders())).toHaveLength(24);
  expect(await storage.read('aa/nothing/960.webp')).toBeNull();

  await app.storage.deleteFolder(rows[0]!.folder);
  const again = createPainter();
  expect(await again.start(app)).toBe(1);
  await again.done;
  expect(await app.storage.bytes(last)).toEqual(picture);
});

test('restores all keys and indexes after a bulk load, with a balanced ledger', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  const described = async () =>
    (
      await client.query(
        `select indexdef as text from pg_indexes where schemaname = 'public'
         union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
         union all select tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1`,
      )
    ).rows;
  const before = await described();
  await seedBulk(client, { members: 2000 });
  expect(await described()).toEqual(before);
  const { rows } = await client.query(
    'select (select count(*) from profiles)::int as profiles, (select count(*) from messages)::int as messages',
  );
  expect(rows[0]).toEqual({ profiles: 2000, messages: 4000 });
  await expect(seedBulk(client, { members: 1 })).rejects.toThrow('needs an empty database');
  await client.end();

  const { db, close } = openDatabase({ url: database.url, size: 1, pooler: 'none' });
  expect((await reconcileLedger(db)).faults).toEqual([]);
  await close();
  await database.drop();
});
