import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { must } from '#contract/must.ts';
import { type Client, testApp } from '#support/app.ts';
import { plantWithBrowser, setSettings } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

// A badge stands for photos that a moderator saw beside the selfie. It ends with a main photo that nobody compared.

const site = testApp();
let moderator: Client;
let jpeg: Buffer;

beforeAll(async () => {
  moderator = await plantWithBrowser(site, { roles: ['moderator'] });
  jpeg = await picture(600, 800).jpeg().toBuffer();
});
afterEach(() => setSettings(site, { free_photos: 3 }));

const addPhoto = async (who: Client) => (await who.must('addPhoto', { file: { content: jpeg } })).id;
const approve = (id: number) => moderator.must('decidePhoto', { body: { id, approve: true } });
const addApproved = async (who: Client) => {
  const id = await addPhoto(who);
  await approve(id);
  return id;
};
const makeMain = (who: Client, id: number) => who.must('changePhoto', { body: { id, main: true } });
const hasBadge = async (who: Client) => (await who.must('verification')).state === 'verified';
const sendSelfie = async (who: Client) => {
  await who.must('beginVerification');
  await who.must('sendSelfie', { file: { content: jpeg } });
};
const waiting = async (who: Client) =>
  must(
    (await moderator.must('adminVerifications')).verifications.find(
      ({ member }) => member.id === who.memberId,
    ),
    'waiting selfie',
  );
const verify = async (who: Client) =>
  moderator.must('decideVerification', { body: { id: (await waiting(who)).id, verified: true } });

test('ends the badge with a main photo that was still inspected when the selfie was compared', async () => {
  const member = await site.as('early');
  const first = await addApproved(member);
  await sendSelfie(member);
  const inspected = await addPhoto(member);
  expect((await waiting(member)).photos).toHaveLength(1);
  await verify(member);
  await approve(inspected);
  expect(await hasBadge(member), 'beside the compared one').toBe(true);
  await makeMain(member, first);
  expect(await hasBadge(member)).toBe(true);
  await makeMain(member, inspected);
  expect(await hasBadge(member)).toBe(false);
});

test('shows the main photo first of six, and ends the badge with another than these', async () => {
  await setSettings(site, { free_photos: 8 });
  const member = await site.as('many');
  const photos: number[] = [];
  for (let count = 0; count < 8; count++) photos.push(await addApproved(member));
  const [, second = 0, , , , sixth = 0, , main = 0] = photos;
  await makeMain(member, main);
  await sendSelfie(member);
  const shown = (await waiting(member)).photos.map((address) => Number(/\d+/.exec(address)?.[0]));
  expect(shown).toEqual([main, ...photos.slice(0, 5)]);
  await verify(member);
  await makeMain(member, second);
  expect(await hasBadge(member)).toBe(true);
  await makeMain(member, sixth);
  expect(await hasBadge(member)).toBe(false);
});

test('judges the decisions of earlier releases by the time of the photo', async () => {
  const member = await site.as('older');
  await addApproved(member);
  const second = await addApproved(member);
  await sendSelfie(member);
  await verify(member);
  await sql`update verifications set compared_photos = null where member_id = ${member.memberId}`.execute(
    site.db,
  );
  await makeMain(member, second);
  expect(await hasBadge(member)).toBe(true);
  await makeMain(member, await addApproved(member));
  expect(await hasBadge(member)).toBe(false);
});
