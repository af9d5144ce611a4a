import { beforeAll, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { complaintCalls } from '#support/office/complaints.ts';

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
