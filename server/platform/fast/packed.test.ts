import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { one, openDatabase, type Database } from '../database/index.ts';
import { isoMoment, jsonText, packed, unpacked } from './packed.ts';

let database: TestDatabase;
let opened: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase({ url: database.url, size: 2, pooler: 'none' });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

test('returns packed rows in order, with typed text escaped', async () => {
  const texts = [
    'plain',
    'tab\there',
    'line\nbreak\r\n',
    '"quotes" \\ and {braces}',
    '💋 ünïcode',
    '\u0001',
    '',
  ];
  const row = await one(
    sql<{ rows: string }>`
    select ${packed([sql`n, n > 2, ${jsonText(sql`said`)}`], sql`n desc`)} as rows
    from unnest(${texts}::text[]) with ordinality t (said, n)`.execute(opened.db),
  );
  const back = unpacked(row.rows, 3);
  expect(back.map(([n]) => Number(n))).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(back.map(([, above]) => above)).toEqual(['t', 't', 't', 't', 't', 'f', 'f']);
  expect(back.map(([, , said]) => JSON.parse(said!))).toEqual(texts.toReversed());
});

test('handles no rows and null texts, and rejects a null column', async () => {
  const ask = async (column: string | null, where: boolean) =>
    (
      await one(
        sql<{
          rows: string | null;
        }>`select ${packed([sql`1, ${column}::text, ${jsonText(sql`null::text`)}`], sql`1`)} as rows
      from (select where ${where}::boolean) one`.execute(opened.db),
      )
    ).rows;
  expect(unpacked(await ask('a', false), 3)).toEqual([]);
  expect(unpacked(await ask('a', true), 3)).toEqual([['1', 'a', 'null']]);
  const broken = await ask(null, true);
  expect(() => unpacked(broken, 3)).toThrow('2 columns instead of 3');
});

test('converts timestamps to ISO text in any time zone and precision', async () => {
  const moments = [
    '2026-11-22 22:03:21.123456+00',
    '2026-02-28 23:59:59.9996+00',
    '2026-01-01 00:00:00+00',
    '2026-07-01 12:00:00.5+00',
  ];
  await opened.db.connection().execute(async (db) => {
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Europe/Amsterdam']) {
      await sql`select set_config('timezone', ${zone}, false)`.execute(db);
      const { rows } = await sql<{
        text: string;
        at: Date;
      }>`select at::text as text, at from unnest(${moments}::timestamptz[]) at`.execute(db);
      for (const { text, at } of rows) expect(isoMoment(text), `${zone} ${text}`).toBe(at.toISOString());
    }
  });
});
