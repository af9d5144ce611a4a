import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { assemble, type Site } from '#server/assemble.ts';
import { closeAccount } from '#server/identity/index.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from '#support/app.ts';
import { Client } from '#support/client.ts';
import { browserOf, plant } from '#support/members.ts';
import { picture } from '#support/pictures.ts';
import type { FastifyInstance } from 'fastify';

// Two processes on one database that never hear of each other: no Redis, so no word of a change reaches the second. It keeps the
// cards that it has shown, and must not show one that is no longer so, nor anybody who may not be seen any more.

const app = testApp();
let second: { site: Site; http: FastifyInstance };

beforeAll(async () => {
  const config = readConfig({ DATA_DIR: app.app.config.dataDir, SECRET: 'a secret for tests, long enough to be taken', LIMITS_SCALE: '1000', PORT: '0' });
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

/** The same browser, at the second process. */
function atSecond(client: Client): Client {
  const other = new Client(second.http, '10.9.9.9');
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  other.memberId = client.memberId;
  return other;
}

type Card = { id: number; name: string; main_image: { filename: string } | null };

/** Every list of people, as one viewer is answered it. */
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
    return Object.fromEntries(Object.entries(lists).map(([list, cards]) => [list, cards.find(({ id }) => id === other.memberId) ?? null]));
  };
  // Twice, so that the second process answers from the cards that it keeps.
  await look();
  for (const [list, card] of Object.entries(await look())) expect(card?.name, list).toBe(`Before${viewer.memberId}`);
  return { viewer, other, look };
}

/** Asks every list of the second process at once and a second later. */
async function atOnceAndLater(look: () => Promise<Record<string, Card | null>>, check: (list: string, card: Card | null) => void) {
  for (const pause of [0, 1000]) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    for (const [list, card] of Object.entries(await look())) check(list, card);
  }
}

describe('what changes at one process shows at once in every list of another that hears nothing of it', () => {
  test('a name', async () => {
    const { other, look } = await scene();
    await other.must('changeProfile', { body: { name: 'Aftername' } });
    await atOnceAndLater(look, (list, card) => expect(card?.name, list).toBe('Aftername'));
  });

  test('a photo that is approved, and refused again', async () => {
    const { other, look } = await scene();
    const photo = await other.must('addPhoto', { file: { content: await picture(300, 400).jpeg().toBuffer(), name: 'me.jpg', type: 'image/jpeg' } });
    await sql`update photos set status = 'active' where id = ${photo.id}`.execute(app.db);
    await atOnceAndLater(look, (list, card) => expect(card?.main_image?.filename, list).toContain(`/photos/${photo.id}/`));
    await sql`update photos set status = 'refused' where id = ${photo.id}`.execute(app.db);
    await atOnceAndLater(look, (list, card) => expect(card?.main_image, list).toBeNull());
  });

  test('invisible mode: nobody but those who talk with the member go on seeing them', async () => {
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
    await closeAccount(app.app, other.memberId, async () => {});
    await atOnceAndLater(look, (list, card) => expect(card, list).toBeNull());
  });
});
