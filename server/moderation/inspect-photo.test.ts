import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/lists/roles.ts';
import type { PhotoFlag } from '#contract/photos/photo-calls.ts';
import { type Client, testApp } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

const site = testApp();
let first: Client;
let second: Client;
let jpeg: Buffer;

async function operatorWith(role: Role): Promise<Client> {
  const id = await plant(site);
  await sql`update members set roles = ${[role]}::text[] where id = ${id}`.execute(site.db);
  return browserOf(site, id);
}

beforeAll(async () => {
  [first, second] = [await operatorWith('moderator'), await operatorWith('moderator')];
  jpeg = await picture(600, 800).jpeg().toBuffer();
});

const statusOf = async (id: number) =>
  (
    await sql<{
      status: string;
      private: boolean;
    }>`select status, private from photos where id = ${id}`.execute(site.db)
  ).rows[0]!;

const flagged = (id: number, flags: PhotoFlag[]) =>
  sql`update photos set flags = ${flags}::text[] where id = ${id}`.execute(site.db);

test('states in mail and page by which automatic check a photo or text was found', async () => {
  const statement = async (email: string) => {
    const mail = (await site.outbox(email)).find(({ links }) =>
      links.some((link) => link.includes('/appeal')),
    )!;
    const link = mail.links.find((address) => address.includes('/appeal'))!;
    const token = new URL(link).searchParams.get('token')!;
    const { detection } = await site.visitor().must('appealView', { query: { token } });
    return { detection, text: mail.text };
  };
  for (const [flags, detection, words] of [
    [['refused_before'], 'known_picture', 'recognised a picture that was refused before'],
    [['screening'], 'image_screening', 'automatic check of pictures found it'],
    [['not_screened'], 'own', 'We came across this ourselves'],
  ] as const) {
    const owner = await site.as(`flags-${flags[0]}`);
    const { id } = await owner.must('addPhoto', { file: { content: jpeg } });
    await flagged(id, [...flags]);
    await first.must('decidePhoto', { body: { id, approve: false, reason: 'not_own' } });
    expect(await statement(owner.email)).toEqual({ detection, text: expect.stringContaining(words) });
  }
  const writer = await site.as('writer');
  await writer.must('changeProfile', { body: { about: 'Call me at 06 12345678' } });
  await site.app.jobs.add(site.db, 'flag-texts');
  await site.runJobs();
  const { texts } = await first.must('adminTexts');
  const { id } = texts.find(({ member }) => member.id === writer.memberId)!;
  await first.must('decideText', {
    body: { id, remove: true, ground: 'privacy', facts: 'A phone number.' },
  });
  expect(await statement(writer.email)).toEqual({
    detection: 'words',
    text: expect.stringContaining('automatic check of words found it'),
  });
});

test('states the reasons for a refused photo, and restores it after an appeal to another moderator', async () => {
  const anna = await site.as('anna');
  const { id } = await anna.must('addPhoto', { file: { content: jpeg } });
  await flagged(id, []);
  for (let n = 0; n < 2; n++)
    await first.must('decidePhoto', { body: { id, approve: false, reason: 'more_people' } });
  const [mail, ...others] = (await site.outbox(anna.email)).filter(({ links }) =>
    links.some((link) => link.includes('/appeal')),
  );
  expect(others, 'a repeat tells nothing again').toEqual([]);
  for (const words of [
    'There is more than one person in it',
    'We came across this ourselves',
    'A person looked at it',
    'out-of-court',
  ])
    expect(mail!.text).toContain(words);
  const token = new URL(mail!.links.find((link) => link.includes('/appeal'))!).searchParams.get('token')!;
  const visitor = site.visitor();
  expect(await visitor.must('appealView', { query: { token } })).toMatchObject({
    kind: 'content_removed',
    ground: 'privacy',
    appeal: null,
  });
  await visitor.must('appeal', { body: { token, text: 'That is my own reflection.' } });

  const { appeals } = await first.must('adminAppeals');
  const waiting = appeals.find(({ member }) => member?.id === anna.memberId)!;
  expect(waiting.own).toBe(true);
  expect(
    (await first.call('decideAppeal', { body: { id: waiting.id, reverse: true, note: 'x' } })).body.error,
  ).toBe('own_decision');
  const seen = (await second.must('adminAppeals')).appeals.find(({ id: appeal }) => appeal === waiting.id)!;
  expect(seen.photo).toContain(`/photos/${id}/`);
  expect((await second.request('GET', seen.photo!)).status, 'the reviewer sees the photo').toBe(200);
  expect((await visitor.request('GET', seen.photo!)).status).toBe(404);
  await second.must('decideAppeal', { body: { id: waiting.id, reverse: true, note: 'You are right.' } });
  expect((await statusOf(id)).status).toBe('active');
});

test('rejects a decision that differs from a colleague’s, and mails the member only the first', async () => {
  const dora = await site.as('dora');
  const { id } = await dora.must('addPhoto', { file: { content: jpeg } });
  const before = (await site.outbox(dora.email)).length;
  await first.must('decidePhoto', { body: { id, approve: true } });
  await second.must('decidePhoto', { body: { id, approve: true } });
  expect(await second.call('decidePhoto', { body: { id, approve: false, reason: 'quality' } })).toMatchObject(
    {
      status: 409,
      body: { error: 'conflict' },
    },
  );
  expect((await statusOf(id)).status).toBe('active');
  expect(await site.outbox(dora.email)).toHaveLength(before + 1);
  await first.must('decidePhoto', { body: { id, approve: false, reason: 'quality' } });
  expect((await statusOf(id)).status, 'a moderator can correct their own decision').toBe('refused');
});

test('refuses the photo of a fictional profile without a statement, which nobody would read', async () => {
  const fictional = await browserOf(site, await plant(site, { kind: 'fictional' }));
  const { id } = await fictional.must('addPhoto', { file: { content: jpeg } });
  await first.must('decidePhoto', { body: { id, approve: false, reason: 'quality' } });
  expect(
    (await sql`select from measures where member_id = ${fictional.memberId}`.execute(site.db)).rows,
  ).toEqual([]);
});

test('approves a photo as private: visible to premium members, never the main photo, and the member is notified', async () => {
  const bea = await site.as('bea');
  const { id } = await bea.must('addPhoto', { file: { content: jpeg }, body: { main: true } });
  await first.must('decidePhoto', { body: { id, approve: true, private: true } });
  expect(await statusOf(id)).toEqual({ status: 'active', private: true });
  const [free, premium] = [
    await site.as('carl', { gender: 'male' }),
    await browserOf(site, await plant(site, { premium: true })),
  ];
  const seenBy = async (who: Client) =>
    (await who.must('member', { query: { id: bea.memberId } })).photos.map(({ locked, main }) => ({
      locked,
      main,
    }));
  expect(await seenBy(free)).toEqual([{ locked: true, main: false }]);
  expect(await seenBy(premium)).toEqual([{ locked: false, main: false }]);
  expect((await free.must('member', { query: { id: bea.memberId } })).main_image).toBeNull();
  const [mail] = await site.outbox(bea.email);
  expect(mail!.text).toContain('only premium members see it');
  const { rows } = await sql<{
    action: string;
  }>`select action from audit_log where object = ${String(id)} and operator_id = ${first.memberId}`.execute(
    site.db,
  );
  expect(rows).toEqual([{ action: 'photo.hide' }]);
});
