import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { complaintCalls } from '#support/office/complaints.ts';
import { picture } from '#support/pictures.ts';

const app = testApp();
const { operatorOf, complain, talk } = complaintCalls(app);
let operator: Client;
beforeAll(async () => {
  operator = await operatorOf(['support', 'moderator']);
});

test('prevents operators from deciding complaints that they sent, as themselves or as visitors, or that are about them', async () => {
  const moderator = await operatorOf(['moderator']);
  const { email } = await app.db
    .selectFrom('members')
    .where('id', '=', moderator.memberId)
    .select('email')
    .executeTakeFirstOrThrow();
  const bram = await plant(app, { gender: 'male' });
  const about = { profile: bram };
  const { anna } = await talk();
  const cases = [
    await complain(moderator, about),
    await complain(app.visitor(), { ...about, email: email!.toUpperCase() }),
    await complain(anna, { profile: moderator.memberId }),
  ];
  for (const id of cases)
    expect(
      (await moderator.call('decideComplaint', { body: { id, outcome: 'answered' } })).body.error,
      String(id),
    ).toBe('own_decision');
  expect(
    (await operator.call('decideComplaint', { body: { id: cases[0]!, outcome: 'answered' } })).status,
  ).toBe(200);
});

test('leaves a reversed decision to another operator, and allows an appeal against the new one', async () => {
  const { anna, bram } = await talk();
  const id = await complain(anna, { profile: bram.memberId });
  const [first, second] = [await operatorOf(['moderator']), await operatorOf(['moderator'])];
  const decide = (by: Client) => by.call('decideComplaint', { body: { id, outcome: 'no_violation' } });
  const object = () => anna.call('appeal', { body: { complaint: id, text: 'Please look again' } });
  const waiting = async () =>
    (await operator.must('adminAppeals')).appeals.filter(({ complaint }) => complaint?.id === id);

  expect((await decide(first)).status).toBe(200);
  expect((await object()).status).toBe(200);
  const [appealed] = await waiting();
  expect(appealed).toMatchObject({ evidence: id, photo: null });
  await second.must('decideAppeal', { body: { id: appealed!.id, reverse: true, note: 'Not looked at' } });
  expect((await object()).body.error, 'nothing is decided now').toBe('link_expired');
  expect((await decide(first)).body.error).toBe('own_decision');
  expect((await decide(second)).status).toBe(200);

  expect(await waiting()).toEqual([]);
  expect((await object()).status).toBe(200);
  expect((await object()).status, 'a repeat is the same appeal').toBe(200);
  const again = await waiting();
  expect(again).toHaveLength(1);
  const answer = { id: again[0]!.id, reverse: true, note: 'Still not' };
  expect((await second.call('decideAppeal', { body: answer })).body.error).toBe('own_decision');
  await operator.must('decideAppeal', { body: answer });
  for (const by of [first, second]) expect((await decide(by)).body.error).toBe('own_decision');
});

describe("a moderator's own", () => {
  const OWN = 'own_decision';
  let vain: Client;
  let colleague: Client;
  beforeAll(async () => {
    [vain, colleague] = [await operatorOf(['moderator']), await operatorOf(['moderator'])];
  });
  const waiting = async (queue: 'photos' | 'chat_images' | 'texts', who: Client) =>
    (await who.must('adminTasks'))[queue];

  test('photo waits for a colleague', async () => {
    const { id } = await vain.must('addPhoto', {
      file: { content: await picture(600, 800).jpeg().toBuffer() },
    });
    await app.db.updateTable('photos').set({ status: 'inspecting' }).where('id', '=', id).execute();
    expect((await vain.must('adminPhotos')).photos.map((photo) => photo.id)).not.toContain(id);
    expect(await waiting('photos', vain)).toBe((await waiting('photos', colleague))! - 1);
    const decide = (who: Client) => who.call('decidePhoto', { body: { id, approve: true } });
    expect((await decide(vain)).body.error).toBe(OWN);
    expect((await colleague.must('adminPhotos')).photos.map((photo) => photo.id)).toContain(id);
    expect((await decide(colleague)).status).toBe(200);
  });

  test('picture in a chat waits for a colleague', async () => {
    const reader = await plant(app, { gender: 'male' });
    await app.db
      .updateTable('members')
      .set({ credits: 10, paid_user: true })
      .where('id', '=', vain.memberId)
      .execute();
    await vain.must('send', {
      body: { profile: reader, client_id: randomUUID() },
      file: { content: await picture(600, 800).jpeg().toBuffer() },
    });
    const { id } = await app.db
      .updateTable('chat_images')
      .set({ status: 'inspecting' })
      .where('member_id', '=', vain.memberId)
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await vain.must('adminChatImages')).images.map((image) => image.id)).not.toContain(id);
    const decide = (who: Client) => who.call('decideChatImage', { body: { id, approve: true } });
    expect((await decide(vain)).body.error).toBe(OWN);
    expect((await colleague.must('adminChatImages')).images.map((image) => image.id)).toContain(id);
    expect((await decide(colleague)).status).toBe(200);
  });

  test('flagged text is left to a colleague', async () => {
    await vain.must('changeProfile', { body: { about: 'Call me at 06 12345678' } });
    await app.app.jobs.add(app.db, 'flag-texts');
    await app.runJobs();
    expect((await vain.must('adminTexts')).texts).toEqual([]);
    const [text] = (await colleague.must('adminTexts')).texts;
    const decide = (who: Client) => who.call('decideText', { body: { id: text!.id, remove: false } });
    expect((await decide(vain)).body.error).toBe(OWN);
    expect((await decide(colleague)).status).toBe(200);
  });

  test('appeal is decided by neither the one who decided nor the one who appeals', async () => {
    const { id } = await vain.must('addPhoto', {
      file: { content: await picture(600, 800).jpeg().toBuffer() },
    });
    await colleague.must('decidePhoto', { body: { id, approve: false, reason: 'quality' } });
    const { email } = await app.db
      .selectFrom('members')
      .where('id', '=', vain.memberId)
      .select('email')
      .executeTakeFirstOrThrow();
    const links = (await app.outbox(email!)).flatMap((mail) => mail.links);
    const token = new URL(links.find((link) => link.includes('/appeal'))!).searchParams.get('token')!;
    await vain.must('appeal', { body: { token, text: 'It is sharp.' } });
    const third = await operatorOf(['moderator']);
    const appeal = (await third.must('adminAppeals')).appeals.find(
      ({ member }) => member?.id === vain.memberId,
    )!;
    const decide = (who: Client) =>
      who.call('decideAppeal', { body: { id: appeal.id, reverse: true, note: 'You are right.' } });
    expect((await vain.must('adminAppeals')).appeals.find((one) => one.id === appeal.id)!.own).toBe(true);
    for (const who of [vain, colleague]) expect((await decide(who)).body.error).toBe(OWN);
    expect((await decide(third)).status).toBe(200);
  });
});
