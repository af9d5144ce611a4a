import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { itemAt } from '#contract/must.ts';
import { type Client, password, testApp } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';
import { picture } from '#support/pictures.ts';
import { signupForm } from '#support/signup/signup-form.ts';
import { one } from '../../platform/database/index.ts';

// A banned member who returns is recognised by mailbox, picture, card, mobile number and browser. The new
// account is hidden and cannot write until a moderator decides.

const app = testApp();
const DAY = 86_400;
let moderator: Client;
let reader: Client;
let number = 0;
const name = (kind: string) => `${kind}${++number}`;

beforeAll(async () => {
  const id = await plant(app);
  await app.db
    .updateTable('members')
    .set({ roles: ['moderator'] })
    .where('id', '=', id)
    .execute();
  moderator = await browserOf(app, id);
  reader = await app.as('reader', { gender: 'male', gender_sought: 'female' });
});
afterEach(() => app.shiftClock(0));

const ban = async (member: Client) =>
  (
    await moderator.must('takeMeasure', {
      body: { member: member.memberId, kind: 'ban', ground: 'harassment', facts: 'You threatened her.' },
    })
  ).id;
const write = (from: Client) =>
  from.call('send', { body: { profile: reader.memberId, client_id: randomUUID(), text: 'Hello again' } });
const held = async (member: Client) =>
  (await moderator.must('adminHeldAccounts')).accounts.find(({ id }) => id === member.memberId)?.reasons;

async function expectCaught(again: Client, reason: string, banned: Client): Promise<void> {
  expect(await held(again)).toMatchObject([{ reason, related: { id: banned.memberId } }]);
  expect((await write(again)).body.error).toBe('account_held');
  expect((await reader.call('member', { query: { id: again.memberId } })).status).toBe(404);
  expect((await again.must('user')).held).toBe(true);
  const { related } = await moderator.must('adminMember', { query: { id: again.memberId } });
  expect(related.find(({ id }) => id === banned.memberId)).toMatchObject({
    status: 'banned',
    reasons: [reason.replace('banned_', '')],
  });
}

test.each([
  ['a plus tag', 'plus@gmail.com', 'plus+new@gmail.com'],
  ['other dots', 'dots@gmail.com', 'd.o.t.s@gmail.com'],
  ['an alias domain', 'alias@gmail.com', 'Alias@googlemail.com'],
])('recognises a banned member who returns with %s', async (_way, first, second) => {
  const banned = await app.as(name('first'), { email: first });
  await ban(banned);
  const again = await app.as(name('again'), { email: second });
  await expectCaught(again, 'banned_mail', banned);
});

test('recognises a photo of a banned member, smaller and recompressed', async () => {
  const banned = await app.as(name('first'));
  const add = (member: Client, content: Buffer) => member.must('addPhoto', { file: { content } });
  await add(banned, await picture(600, 800).jpeg().toBuffer());
  await ban(banned);
  const again = await app.as(name('again'));
  expect(await held(again)).toBeUndefined();
  await add(again, await picture(600, 800).resize(300).webp({ quality: 40 }).toBuffer());
  expect(await held(again)).toMatchObject([{ reason: 'banned_picture', related: { id: banned.memberId } }]);
  expect((await write(again)).body.error).toBe('account_held');
});

test('recognises a picture of a banned member that is sent as a selfie', async () => {
  const content = await picture(640, 480).modulate({ hue: 90 }).negate().jpeg().toBuffer();
  const banned = await app.as(name('first'));
  await banned.must('addPhoto', { file: { content } });
  await ban(banned);
  const again = await app.as(name('again'));
  const own = await picture(480, 640).rotate(90).flop().png().toBuffer();
  const photo = await again.must('addPhoto', { file: { content: own } });
  await sql`update photos set status = 'active' where id = ${photo.id}`.execute(app.db);
  await again.must('beginVerification');
  expect(await held(again)).toBeUndefined();
  await again.must('sendSelfie', { file: { content } });
  expect(await held(again)).toMatchObject([{ reason: 'banned_picture', related: { id: banned.memberId } }]);
});

async function buyWithStoredCard(member: Client): Promise<void> {
  const { packages } = await member.must('packages');
  const { payment_id } = await member.must('startPayment', {
    body: {
      package: itemAt(packages, 0).id,
      method: 'creditcard',
      save_card: true,
      consent: true,
      idempotency_key: randomUUID(),
    },
  });
  const paid = await member.request('POST', `/sandbox/checkout/${payment_id}`, {
    payload: JSON.stringify({ outcome: 'paid' }),
    headers: { 'content-type': 'application/json' },
  });
  expect(paid.status).toBe(200);
}

test('recognises the stored card of a banned member', async () => {
  const banned = await app.as(name('first'));
  await buyWithStoredCard(banned);
  await ban(banned);
  const again = await app.as(name('again'));
  await buyWithStoredCard(again);
  await expectCaught(again, 'banned_card', banned);
});

async function debit(member: Client, iban: string, mobile: string): Promise<void> {
  const { packages } = await member.must('packages');
  const { payment_id } = await member.must('directDebit', {
    body: {
      package: itemAt(packages, 0).id,
      idempotency_key: randomUUID(),
      account_holder: 'A. Jansen',
      street: 'Dorpsstraat',
      house_number: '1',
      postal_code: '1234 AB',
      city: 'Utrecht',
      iban,
      mobile,
      consent: true,
    },
  });
  const [sms] = await app.outbox(mobile);
  await member.must('directDebit', { body: { payment_id, code: /\d{6}/.exec(sms!.text!)![0] } });
}

test('recognises the mobile number of a banned member', async () => {
  const banned = await app.as(name('first'));
  await debit(banned, 'NL91ABNA0417164300', '+31612345678');
  await ban(banned);
  const again = await app.as(name('again'));
  await debit(again, 'NL20INGB0001234567', '+31612345678');
  await expectCaught(again, 'banned_mobile', banned);
});

test('recognises the browser of a banned member, and holds the accounts opened in it before the ban', async () => {
  const banned = await app.as(name('first'));
  const twin = await app.as(name('twin'));
  const { memberId } = twin;
  await banned.call('logout');
  await banned.must('login', { body: { email: twin.email, password } });
  await ban(banned);
  expect(await held(twin)).toMatchObject([{ reason: 'banned_device', related: { id: banned.memberId } }]);
  expect(memberId).toBe(twin.memberId);
});

test('catches a banned member who returns in five different ways, each time', async () => {
  const content = await picture(600, 800).modulate({ hue: 200 }).jpeg().toBuffer();
  const looks = await picture(480, 640).negate().rotate(90).png().toBuffer();
  const banned = await app.as(name('five'), { email: 'five.ways@gmail.com' });
  await banned.must('addPhoto', { file: { content } });
  await buyWithStoredCard(banned);
  await debit(banned, 'NL02ABNA0123456789', '+31687654321');
  await ban(banned);

  const ways: Record<string, (again: Client) => Promise<unknown>> = {
    mail: async () => undefined,
    mobile: (again) => debit(again, 'NL36INGB0007654321', '+31687654321'),
    bank_account: (again) => debit(again, 'NL02ABNA0123456789', '+31611112222'),
    card: buyWithStoredCard,
    picture: async (again) => {
      const photo = await again.must('addPhoto', { file: { content: looks } });
      await sql`update photos set status = 'active' where id = ${photo.id}`.execute(app.db);
      await again.must('beginVerification');
      const selfie = await picture(600, 800).modulate({ hue: 200 }).resize(420).webp().toBuffer();
      await again.must('sendSelfie', { file: { content: selfie } });
    },
    device: async (again) => {
      await banned.call('logout');
      await banned.must('login', { body: { email: again.email, password } });
    },
  };
  for (const [way, comeBack] of Object.entries(ways)) {
    const email = way === 'mail' ? 'Five.Ways+again@googlemail.com' : `${name(way)}@example.test`;
    const again = await app.as(name('again'), { email });
    if (way !== 'mail') expect([way, await held(again)]).toEqual([way, undefined]);
    await comeBack(again);
    // A card of the sandbox is the same for everybody who was banned with one.
    const reasons = (await held(again))?.map(({ reason, related }) => [reason, related?.id]);
    expect(reasons, way).toContainEqual([`banned_${way}`, banned.memberId]);
    expect([way, (await write(again)).body.error]).toEqual([way, 'account_held']);
    expect([way, (await reader.call('member', { query: { id: again.memberId } })).status]).toEqual([
      way,
      404,
    ]);
    expect([way, (await again.must('user')).held]).toEqual([way, true]);
  }
});

test('holds the fourth account from one browser within a day, and not one of the next day', async () => {
  const browser = app.visitor();
  const ids: number[] = [];
  for (let count = 0; count < 4; count++) {
    const email = `${name('many')}@example.test`;
    ids.push(
      (
        await browser.must('signup', {
          body: {
            email,
            password,
            name: 'Many',
            gender: 'female',
            gender_sought: 'male',
            date_of_birth: '1990-06-15',
            country: 'NL',
            language: 'en',
            intimate_consent: true,
          },
        })
      ).id,
    );
    if (count === 2)
      expect((await moderator.must('adminHeldAccounts')).accounts.map(({ id }) => id)).not.toContain(ids[2]);
  }
  const { accounts } = await moderator.must('adminHeldAccounts');
  expect(accounts.filter(({ id }) => ids.includes(id))).toMatchObject([
    { id: ids[3], reasons: [{ reason: 'many_signups', related: null }] },
  ]);
});

test('drops the message of a sign-up in the browser of a banned member', async () => {
  const banned = await app.as(name('first'));
  await ban(banned);
  const target = await app.as(name('target'), { gender: 'male', gender_sought: 'female' });
  const signUp = (browser: Client) =>
    browser.call('signup', {
      body: signupForm(`${name('back')}@example.test`, {
        signup_message: { profile: target.memberId, text: 'Did you think I was gone?' },
      }),
    });
  expect((await signUp(banned)).body).toMatchObject({ held: true, free_messages_left: 5 });
  expect((await target.must('chats')).chats).toEqual([]);
  expect((await signUp(app.visitor())).body).toMatchObject({ free_messages_left: 4 });
  expect((await target.must('chats')).chats).toHaveLength(1);
});

test('hides a held account that has not confirmed its address from those to whom it has written', async () => {
  const target = await app.as(name('target'), { gender: 'male', gender_sought: 'female' });
  const email = `${name('unconfirmed')}@example.test`;
  const { id } = await app.visitor().must('signup', {
    body: signupForm(email, {
      signup_message: { profile: target.memberId, text: 'Hello there' },
    }),
  });
  const sees = async () => (await target.call('member', { query: { id } })).status;
  const conversations = async () => (await target.must('chats')).chats.map(({ profile }) => profile.id);
  const found = async () =>
    (await target.must('searchChats', { body: { text: 'Hello there' } })).messages.length;
  const answer = async () =>
    (
      await target.call('send', {
        body: { profile: id, client_id: randomUUID(), text: 'Hello' },
      })
    ).body.error;
  const shown = async () =>
    (
      await one(
        sql<{ seen: string }>`select seen_by(${target.memberId}, ${id}, 'opened', false) as seen`.execute(
          app.db,
        ),
      )
    ).seen;
  expect([await sees(), await conversations()]).toEqual([200, [id]]);
  expect([await found(), await answer(), await shown()]).toEqual([1, 'recipient_unconfirmed', 'visible']);
  const banned = await app.as(name('first'));
  await ban(banned);
  expect(await banned.must('login', { body: { email, password } })).toMatchObject({ id, held: true });
  expect([await sees(), await conversations()]).toEqual([404, []]);
  expect([await found(), await answer(), await shown()]).toEqual([0, 'not_found', 'hidden']);
  await moderator.must('decideHeldAccount', { body: { member: id, release: true } });
  expect([await sees(), await conversations()]).toEqual([200, [id]]);
});

test('holds a throw-away address once it is confirmed', async () => {
  const member = await app.as(name('thrown'), { email: 'someone@mailinator.com' });
  expect(await held(member)).toMatchObject([{ reason: 'disposable_mail', related: null }]);
});

test('releases an account for good, also after a deletion that is undone and another login', async () => {
  const banned = await app.as(name('first'), { email: 'sister@gmail.com' });
  const measure = await ban(banned);
  const again = await app.as(name('again'), { email: 'sister+me@gmail.com' });
  const release = () =>
    moderator.call('decideHeldAccount', { body: { member: again.memberId, release: true } });
  expect((await release()).status).toBe(200);
  expect((await release()).body.error).toBe('conflict');
  expect((await write(again)).status).toBe(201);
  expect((await reader.call('member', { query: { id: again.memberId } })).status).toBe(200);
  await again.must('login', { body: { email: again.email, password } });
  expect(await held(again)).toBeUndefined();
  await moderator.must('endMeasure', { body: { id: measure, note: 'We were wrong.' } });
});

test('closes a held account with a statement of reasons', async () => {
  const banned = await app.as(name('first'), { email: 'closed@gmail.com' });
  await ban(banned);
  const again = await app.as(name('again'), { email: 'closed+1@gmail.com' });
  const body = { member: again.memberId, release: false };
  expect((await moderator.call('decideHeldAccount', { body })).body.fields).toEqual({ facts: 'required' });
  await moderator.must('decideHeldAccount', {
    body: { ...body, ground: 'house_rules', facts: 'You were banned before.' },
  });
  expect((await again.call('user')).status).toBe(403);
  expect((await app.outbox(again.email))[0]!.text).toContain('You were banned before.');
});

test('releases held accounts when the ban was wrong, and forgets bans after their time', async () => {
  const banned = await app.as(name('first'), { email: 'wrong@gmail.com' });
  const measure = await ban(banned);
  const again = await app.as(name('again'), { email: 'wrong+1@gmail.com' });
  expect(await held(again)).toHaveLength(1);
  await moderator.must('endMeasure', { body: { id: measure, note: 'We were wrong.' } });
  expect(await held(again)).toBeUndefined();
  expect((await write(again)).status).toBe(201);

  const other = await app.as(name('first'), { email: 'late@gmail.com' });
  await ban(other);
  await app.shiftClock(731 * DAY);
  const late = await app.as(name('late'), { email: 'late+1@gmail.com' });
  expect(await held(late)).toBeUndefined();
  await app.app.jobs.add(app.db, 'identity-clean-up');
  await app.runJobs();
  const { rows } = await sql`select from banned_marks where member_id = ${other.memberId}`.execute(app.db);
  expect(rows).toEqual([]);
});

test('stores marks as hashes only', async () => {
  const { rows } = await sql<{ row: string }>`
    select t::text as row from person_marks t union all select t::text from banned_marks t`.execute(app.db);
  expect(rows.length).toBeGreaterThan(0);
  // The digits of a card may occur inside a hash by chance.
  expect(rows.map(({ row }) => row).join()).not.toMatch(/@|gmail|(?<![\da-f])4242(?![\da-f])|31612345678/);
});

test('grants free messages once to a person, whatever spelling of the address, and says so only once it is confirmed', async () => {
  const first = await app.as(name('free'), { email: 'free@gmail.com' });
  await write(first);
  await write(first);
  const unconfirmed = await app.as(name('free'), { email: 'free+1@gmail.com', unconfirmed: true });
  expect((await unconfirmed.must('user')).free_messages_left).toBe(5);
  const second = await app.as(name('free'), { email: 'fr.ee@gmail.com' });
  expect((await second.must('user')).free_messages_left).toBe(3);
  for (const member of [first, second])
    await member.must('deleteUser', { body: { reason: 'other', password } });
  await app.shiftClock(15 * DAY);
  await app.app.jobs.add(app.db, 'account-purge');
  await app.runJobs();
  const third = await app.as(name('free'), { email: 'free@googlemail.com' });
  expect((await third.must('user')).free_messages_left).toBe(3);
});
