import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assemble, type Site } from '#server/assemble.ts';
import { closeAccount } from '#server/identity/index.ts';
import { readConfig } from '#server/platform/config.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from '#support/app.ts';
import { Client } from '#support/client.ts';
import { browserOf, plant } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

// Two processes share one database without Redis, so no change event reaches the second one. Its cached cards
// must never show outdated data or members who are no longer visible.

const app = testApp();
let second: { site: Site; http: FastifyInstance };

beforeAll(async () => {
  const config = readConfig({
    DATA_DIR: app.app.config.dataDir,
    SECRET: 'a secret for tests, long enough to be taken',
    LIMITS_SCALE: '1000',
    PORT: '0',
  });
  const site = await assemble(config, app.databaseUrl, createLog(config, 'silent'));
  site.readiness.ready = true;
  const http = await site.createHttp();
  await http.ready();
  second = { site, http };
});
afterAll(async () => {
  await second.http.close();
  await second.site.close();
});

function atSecond(client: Client): Client {
  const other = new Client(second.http, '10.9.9.9');
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  other.memberId = client.memberId;
  return other;
}

type Card = { id: number; name: string; main_image: { filename: string } | null };

async function everywhere(viewer: Client, neighbour: number): Promise<Record<string, Card[]>> {
  const query = { gender: 'female', country: 'FI' } as const;
  const likes = await viewer.must('likes');
  return {
    search: (await viewer.must('members', { query })).results,
    nearest: (await viewer.must('members', { query: { ...query, sort: 'nearest' } })).results,
    active: (await viewer.must('members', { query: { ...query, sort: 'active' } })).results,
    'by traits': (await viewer.must('members', { query: { ...query, hair_color: 'red' } })).results,
    'received likes': likes.liked_by,
    'sent likes': likes.profiles,
    matches: (await viewer.must('likes', { query: { type: 'matches' } })).profiles,
    chats: (await viewer.must('chats')).chats.map(({ profile }) => profile),
    related: (await viewer.must('member', { query: { id: neighbour } })).related,
    'recently viewed': (await viewer.must('recentlyViewed')).profiles,
  };
}

async function scene() {
  const town = { country: 'FI', city: 'Helsinki', lat: 60, lon: 25 };
  const viewer = await browserOf(app, await plant(app, { gender: 'male', ...town, premium: true }));
  const other = await browserOf(app, await plant(app, { ...town, name: `Before${viewer.memberId}` }));
  const neighbour = await plant(app, { country: 'FI', date_of_birth: '1990-01-01' });
  await sql`update profiles set hair_color = 'red' where id = ${other.memberId}`.execute(app.db);
  await viewer.must('like', { body: { profile: other.memberId } });
  await other.must('like', { body: { profile: viewer.memberId } });
  await other.must('send', { body: { profile: viewer.memberId, client_id: randomUUID(), text: 'Hi' } });
  await viewer.must('member', { query: { id: other.memberId } });
  const elsewhere = atSecond(viewer);
  const look = async () => {
    const lists = await everywhere(elsewhere, neighbour);
    return Object.fromEntries(
      Object.entries(lists).map(([list, cards]) => [
        list,
        cards.find(({ id }) => id === other.memberId) ?? null,
      ]),
    );
  };
  // The second look is answered from the cache.
  await look();
  for (const [list, card] of Object.entries(await look()))
    expect(card?.name, list).toBe(`Before${viewer.memberId}`);
  return { viewer, other, look };
}

async function atOnceAndLater(
  look: () => Promise<Record<string, Card | null>>,
  check: (list: string, card: Card | null) => void,
) {
  for (const pause of [0, 1000]) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    for (const [list, card] of Object.entries(await look())) check(list, card);
  }
}

describe('shows a change immediately in every list of another process without events', () => {
  test('a name', async () => {
    const { other, look } = await scene();
    await other.must('changeProfile', { body: { name: 'Aftername' } });
    await atOnceAndLater(look, (list, card) => expect(card?.name, list).toBe('Aftername'));
  });

  test('the approval and later refusal of a photo', async () => {
    const { other, look } = await scene();
    const photo = await other.must('addPhoto', {
      file: { content: await picture(300, 400).jpeg().toBuffer(), name: 'me.jpg', type: 'image/jpeg' },
    });
    await sql`update photos set status = 'active' where id = ${photo.id}`.execute(app.db);
    await atOnceAndLater(look, (list, card) =>
      expect(card?.main_image?.filename, list).toContain(`/photos/${photo.id}/`),
    );
    await sql`update photos set status = 'refused' where id = ${photo.id}`.execute(app.db);
    await atOnceAndLater(look, (list, card) => expect(card?.main_image, list).toBeNull());
  });

  test('invisible mode: hides the member from everyone except members in conversation with them', async () => {
    const { other, look } = await scene();
    await other.must('changeUser', { body: { invisible: true } });
    const known = ['received likes', 'sent likes', 'matches', 'chats', 'recently viewed'];
    await atOnceAndLater(look, (list, card) => expect(card !== null, list).toBe(known.includes(list)));
  });

  test('a block', async () => {
    const { viewer, other, look } = await scene();
    await other.must('block', { body: { profile: viewer.memberId } });
    await atOnceAndLater(look, (list, card) => expect(card, list).toBeNull());
  });

  test('a ban', async () => {
    const { other, look } = await scene();
    await inTransaction(app.db, (tx) => closeAccount(app.app, tx, other.memberId, null));
    await atOnceAndLater(look, (list, card) => expect(card, list).toBeNull());
  });
});
