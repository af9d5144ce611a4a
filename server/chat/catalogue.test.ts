import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { ownGiftId, ownLineId } from '#contract/chat/gifts.ts';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

const app = testApp();
let owner: Client;
let anna: Client;
let bram: Client;

beforeAll(async () => {
  const id = await plant(app);
  await sql`update members set roles = '{owner}' where id = ${id}`.execute(app.db);
  owner = await browserOf(app, id);
  [anna, bram] = [await plantWithBrowser(app), await plantWithBrowser(app)];
  await app.db.updateTable('members').set({ credits: 0 }).where('id', '=', anna.memberId).execute();
  await owner.must('changeCredits', {
    body: { id: randomUUID(), member: anna.memberId, credits: 60, reason: 'a gesture' },
  });
});

const give = (gift: string, client_id: string = randomUUID()) =>
  anna.call('send', { body: { profile: bram.memberId, client_id, gift } });
const offered = async () => (await anna.must('gifts')).gifts;

test('offers a gift made by operators once it has a name and a picture, at its own price, and keeps its picture after retiring it', async () => {
  const id = ownGiftId();
  const gift = { id, credits: 9, names: { en: 'Kite', nl: 'Vlieger' }, position: 3, active: true };
  expect((await owner.call('saveGift', { body: { ...gift, names: {}, active: false } })).body.fields).toEqual(
    { names: 'required' },
  );
  expect((await owner.call('saveGift', { body: gift })).body.fields).toEqual({ picture: 'required' });
  await owner.must('saveGift', { body: { ...gift, active: false } });
  expect((await give(id)).body.fields).toEqual({ gift: 'invalid' });
  const { picture: address } = await owner.must('giftPicture', {
    body: { id },
    file: { content: await picture().png().toBuffer() },
  });
  await owner.must('saveGift', { body: gift });
  expect((await offered()).find((each) => each.id === id)).toMatchObject({
    credits: 9,
    picture: address,
    name: expect.stringMatching(/^(Kite|Vlieger)$/),
  });
  const client_id = randomUUID();
  const first = await give(id, client_id);
  expect([first.status, first.body.credits]).toEqual([201, 51]);

  await owner.must('saveGift', { body: { ...gift, active: false } });
  expect((await offered()).some((each) => each.id === id)).toBe(false);
  expect(
    (await anna.must('gifts', { query: { all: true } })).gifts.find((each) => each.id === id),
  ).toMatchObject({ retired: true, picture: address });
  expect((await give(id)).body.fields).toEqual({ gift: 'invalid' });
  const again = await give(id, client_id);
  expect([again.status, again.body.credits, again.body.message.id]).toEqual([201, 51, first.body.message.id]);
  const carl = await plantWithBrowser(app);
  const toCarl = await anna.call('send', { body: { profile: carl.memberId, client_id, gift: id } });
  expect([toCarl.status, toCarl.body.fields]).toEqual([400, { gift: 'invalid' }]);
});

test('lets operators price and retire built-in gifts', async () => {
  const rose = { id: 'rose', credits: 2, names: {}, position: 1, active: true };
  await owner.must('saveGift', { body: rose });
  expect((await offered())[0]).toEqual({ id: 'rose', credits: 2 });
  const before = (await anna.must('user')).credits;
  expect((await give('rose')).body.credits).toBe(before - 2);
  await owner.must('saveGift', { body: { ...rose, active: false } });
  expect((await give('rose')).body.fields).toEqual({ gift: 'invalid' });
  expect((await owner.call('saveGift', { body: { ...rose, id: 'ghost' } })).body.error).toBe('not_found');
});

const opened = async () =>
  (await anna.must('icebreakers', { query: { profile: bram.memberId, language: 'pl' } })).icebreakers;
const save = (id: string, text: string, active = true) =>
  owner.call('saveIcebreaker', { body: { language: 'pl', id, interest: null, text, active } });

test('changes, retires and adds opening lines per language', async () => {
  const { lines } = await owner.must('adminIcebreakers', { query: { language: 'pl' } });
  const open = lines.filter(({ interest }) => interest === null);
  for (const { id, text } of open) await save(id, text, false);
  await save(open[0]!.id, 'Dobry wieczór, {name}!');
  const own = ownLineId();
  for (let i = 0; i < 2; i++) expect((await save(own, 'Hej {name}, kawa czy herbata?')).status).toBe(200);
  const name = (await anna.must('member', { query: { id: bram.memberId } })).name;
  expect(
    (await opened())
      .filter(({ id }) => !id.startsWith('about.'))
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual([`Dobry wieczór, ${name}!`, `Hej ${name}, kawa czy herbata?`]);
  expect(
    (await owner.must('adminIcebreakers', { query: { language: 'pl' } })).lines.find(
      ({ id }) => id === open[0]!.id,
    ),
  ).toMatchObject({
    standard: open[0]!.text,
    active: true,
  });
  expect(
    (await owner.must('adminIcebreakers', { query: { language: 'de' } })).lines.every(({ active }) => active),
  ).toBe(true);
});

test('refuses opening lines with other braces, without text or with an unknown id', async () => {
  expect((await save(ownLineId(), 'Hej {imię}')).body.fields).toEqual({ text: 'invalid' });
  expect((await save(ownLineId(), ' \n ')).body.fields).toEqual({ text: 'required' });
  expect((await save('about.nothing', 'Hej')).body.error).toBe('not_found');
});
