import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Client, password, testApp } from '#support/app.ts';
import { queuedJobs } from '#support/job-queue.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { purgeDue } from './deletion/purge-due.ts';

// A mail to an address that anybody may have typed into a form must not contain any other text of that form.
// Otherwise the site could be used to mail any content to strangers.

const site = testApp({ LIMITS_SCALE: '100' });
const BAIT = 'Urgent: pay EUR 499';

const mailTo = async (address: string) =>
  (await site.outbox(address)).map(({ subject, html, text }) => `${subject} ${html} ${text}`).join('\n');

const complain = (client: Client, more: object = {}) =>
  client.must('complaint', {
    body: { category: 'other', text: `${BAIT} at once`, client_id: randomUUID(), ...more },
  });

test("repeats an unconfirmed account's complaint to nobody, and a confirmed one's to its own mailbox", async () => {
  const thief = await site.as('thief', { email: 'stranger@example.test', unconfirmed: true });
  await complain(thief);
  expect(await mailTo('stranger@example.test')).not.toContain(BAIT);
  const anna = await site.as('anna');
  await complain(anna);
  expect(await mailTo(anna.email)).toContain(BAIT);
});

test('repeats no complaint of an account with a taken address to its owner', async () => {
  const owner = await site.as('owner');
  const shadow = await site.as('shadow', { email: owner.email.toUpperCase(), unconfirmed: true });
  await complain(shadow);
  expect(await mailTo(owner.email)).not.toContain(BAIT);
  expect(await mailTo(owner.email.toUpperCase())).not.toContain(BAIT);
});

test("leaves a visitor's own words out of mails that confirm or answer a complaint or withdrawal", async () => {
  const address = 'someone@example.test';
  const { id } = await complain(site.visitor(), { email: address });
  await site.visitor().must('withdraw', {
    body: { id: randomUUID(), name: `${BAIT} Jones`, order: BAIT, email: address },
  });
  const operator = await site.as('maud');
  await sql`update members set roles = '{moderator}' where id = ${operator.memberId}`.execute(site.db);
  await operator.must('decideComplaint', { body: { id, outcome: 'answered', note: 'We looked at it' } });
  const mails = await mailTo(address);
  expect(mails).toContain('We looked at it');
  expect(mails).not.toContain(BAIT);
  expect(mails).not.toContain('Urgent');
});

test('mails the name of a withdrawal to the account that paid, not to the address in the form', async () => {
  const payer = await site.as('payer');
  const { payment_id: order } = await payer.must('startPayment', {
    body: { package: 2, method: 'ideal', consent: true, idempotency_key: randomUUID() },
  });
  const name = `${BAIT} Jones`;
  await payer.must('withdraw', { body: { id: randomUUID(), name, order, email: 'victim@example.test' } });
  const victim = await mailTo('victim@example.test');
  expect(victim).toContain(order);
  expect(victim).not.toContain(BAIT);
  expect(await mailTo(payer.email)).toContain(BAIT);
});

test('names nobody in mails to addresses that are not confirmed', async () => {
  const bait = 'Win EUR 500 now';
  const thief = await site.as('winner', { email: 'new@example.test', name: bait, unconfirmed: true });
  await site.visitor().must('resetPassword', { body: { email: thief.email } });
  const confirmed = await site.as('mover', { name: bait });
  await confirmed.must('changeMail', { body: { email: 'moved@example.test', password } });
  for (const address of [thief.email, 'moved@example.test']) {
    const mails = await mailTo(address);
    expect(mails, address).toContain('token=');
    expect(mails, address).not.toContain('EUR 500');
  }
});

test('refuses names that lead somewhere or read like the site', async () => {
  for (const name of [
    'EUR 500: bit.ly/x9Kq2',
    'see evil.example',
    'x.co/abc',
    'see evil。example',
    'see evil․example',
    'see evil．example',
    'call ０９０６１２３４５６７',
    'call ٠٩٠٦١٢٣٤٥٦٧',
    'bit . ly',
    'www evil com',
    'Liaison Support',
    'L1aison',
  ]) {
    const body = {
      email: `${randomUUID()}@example.test`,
      password,
      name,
      gender: 'female',
      gender_sought: 'male',
      date_of_birth: '1990-06-15',
      country: 'NL',
      language: 'en',
      intimate_consent: true,
    };
    expect((await site.visitor().call('signup', { body })).body.fields, name).toEqual({
      name: 'name_invalid',
    });
  }
  const member = await site.as('jp', { email: 'jp@example.test', name: 'J.P. de Vries' });
  const [owner, name] = [await operatorWith(site, 'owner'), 'Liaison Support'];
  expect((await site.visitor().must('signupCheck', { query: { name } })).code).toBe('name_invalid');
  for (const answer of [
    await member.call('changeProfile', { body: { name } }),
    await owner.call('inviteOperator', { body: { email: 'new@example.test', name, roles: ['support'] } }),
  ])
    expect(answer.body.fields).toEqual({ name: 'name_invalid' });
});

test("forgets a complaint's receipt that still waits when its sender is purged", async () => {
  const bea = await site.as('bea');
  await complain(bea);
  const waiting = async () =>
    (await queuedJobs(site.db, 'mail')).filter(({ payload }) => payload.to.email === bea.email).length;
  expect(await waiting()).toBe(1);
  await bea.must('deleteUser', { body: { reason: 'other', remarks: '', password } });
  await sql`update members set delete_requested_at = app_now() - interval '60 days' where id = ${bea.memberId}`.execute(
    site.db,
  );
  await purgeDue(site.app);
  expect(await waiting()).toBe(0);
});

describe('with the limits in force', () => {
  const limited = testApp({ LIMITS_SCALE: '1' });

  test('mails a stranger a few receipts of forms, from however many senders, and every answer of the office', async () => {
    const email = 'flooded@example.test';
    for (let n = 0; n < 8; n++) {
      const words = {
        text: 'Hello',
        email: n % 2 ? email : ` ${email.toUpperCase()}`,
        client_id: randomUUID(),
      };
      await limited.visitor().must('askSupport', { body: { subject: 'Question', ...words } });
      await limited.visitor().must('complaint', { body: { category: 'other', ...words } });
    }
    const mails = async () => [
      ...(await limited.outbox(email)),
      ...(await limited.outbox(email.toUpperCase())),
    ];
    expect(await mails()).toHaveLength(10);
    const support = await operatorWith(limited, 'support');
    const { threads } = await support.must('adminSupport');
    for (const { id } of threads)
      await support.must('answerSupport', {
        body: { id, version: 1, client_id: randomUUID(), text: 'Here is your answer' },
      });
    expect(await mails()).toHaveLength(18);
  });
});
