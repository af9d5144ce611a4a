import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isOpenAddress, safeRequest } from '#server/platform/outgoing/safe-request.ts';
import { isTimedSignature } from '#server/platform/outgoing/timed-signature.ts';
import { testApp } from '#support/app.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { bookConversion } from './book-conversion.ts';
import { queueConversion } from './queue-conversion.ts';
import { postbackUrl, sendPostback } from './send-postback.ts';
import { writeNetwork, type NetworkSecrets } from './write-network.ts';

let partner: Server;
let answer = 200;
const calls: { url: string; signature: string; id: string }[] = [];
const HOST = '127.0.0.1:48917';
beforeAll(async () => {
  partner = createServer((request, response) => {
    calls.push({
      url: `http://${HOST}${request.url}`,
      signature: String(request.headers['x-postback-signature']),
      id: String(request.headers['x-postback-id']),
    });
    if (answer === 101) {
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
      return;
    }
    response
      .writeHead(answer, answer === 302 ? { location: 'http://127.0.0.1:48917/elsewhere' } : {})
      .end('ok');
  }).listen(Number(HOST.split(':')[1]), '127.0.0.1');
  await new Promise((done) => partner.once('listening', done));
});
afterAll(() => void partner.close());

const app = testApp({ PARTNER_HOSTS: HOST });
let network: NetworkSecrets;
beforeEach(async () => {
  calls.length = 0;
  answer = 200;
  network ??= (await writeNetwork(
    app.db,
    {
      key: 'adnet',
      name: 'Ad Net',
      postbackUrl: `http://${HOST}/pb?cid={sub1}&payout={payout}&event={event}&id={id}&x={unknown}`,
      payouts: { signup: 150, activation: 300, first_purchase: 2000 },
      currency: 'EUR',
    },
    { renew: false, record: async () => {} },
  ))!;
});

const figures = async () => (await app.visitor().must('partner', { query: { token: network.token } })).total;
const states = async (member: number) =>
  (
    await sql<{
      event: string;
      state: string;
    }>`select event, postback_state as state from conversions where member_id = ${member} order by occurred_at, event`.execute(
      app.db,
    )
  ).rows;

test('sends the network one signed postback each for signup, activation and first purchase, with its macros', async () => {
  const member = await app.as('came', { tracking: { network: 'AdNet', sub1: 'click 1&2', sub2: 'x' } });
  await app.runJobs();
  expect(calls.map(({ url }) => new URL(url).searchParams.get('event')).sort()).toEqual([
    'activation',
    'signup',
  ]);
  const [first] = calls;
  const query = new URL(first!.url).searchParams;
  expect([query.get('cid'), query.get('payout'), query.get('x'), query.get('id')]).toEqual([
    'click 1&2',
    '1.50',
    '{unknown}',
    first!.id,
  ]);
  expect(isTimedSignature(Buffer.from(network.secret), first!.url, first!.signature)).toBe(true);
  expect(isTimedSignature(Buffer.from(network.secret), `${first!.url}0`, first!.signature)).toBe(false);

  // Repeated events and jobs book no second conversion and send no second postback.
  for (const event of ['signup', 'first_purchase', 'first_purchase'] as const)
    await bookConversion(app.app, { member: member.memberId, event });
  await app.runJobs();
  await sendPostback(app.app, { member: member.memberId, event: 'signup' }, { attempt: 1, maxAttempts: 2 });
  expect(calls).toHaveLength(3);
  expect(await figures()).toMatchObject({ signups: 1, activations: 1, first_purchases: 1, payout: '24.50' });
});

test('retries a failed postback and gives up after the last attempt; a redirect is a failure', async () => {
  answer = 302;
  const member = await app.as('late', { tracking: { network: 'adnet', sub1: 's' }, unconfirmed: true });
  await app.runJobs();
  expect(await states(member.memberId)).toEqual([{ event: 'signup', state: 'waiting' }]);
  expect(calls.some(({ url }) => url.includes('elsewhere'))).toBe(false);
  const again = (attempt: number) =>
    sendPostback(app.app, { member: member.memberId, event: 'signup' }, { attempt, maxAttempts: 3 });
  await expect(again(2)).rejects.toThrow('302');
  await again(3);
  expect(await states(member.memberId)).toEqual([{ event: 'signup', state: 'given_up' }]);
  expect((await app.visitor().must('partner', { query: { token: network.token } })).postbacks.given_up).toBe(
    1,
  );
});

test('treats a 101 response as a failed postback, and keeps sending mails', async () => {
  answer = 101;
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    await app.as(name, { tracking: { network: 'adnet', sub1: 's' }, unconfirmed: true });
  expect(await app.outbox('five@example.test')).toHaveLength(1);
  const { rows } = await sql<{ state: string }>`
    select distinct postback_state as state from conversions where postback_state <> 'none'`.execute(app.db);
  expect(rows.map(({ state }) => state)).toContain('waiting');
});

test('sends no postback without a traffic source or for an unknown network, but books the conversion of an unknown network', async () => {
  const nowhere = await app.as('nowhere');
  const unknown = await app.as('unknown', { tracking: { network: 'others' } });
  await app.runJobs();
  expect(await states(nowhere.memberId)).toEqual([]);
  expect((await states(unknown.memberId)).map(({ state }) => state)).toEqual(['none', 'none']);
  // Retries of earlier tests may still arrive; their members have a sub1.
  expect(calls.filter(({ url }) => new URL(url).searchParams.get('cid') !== 's')).toEqual([]);
});

test('sends the same postback for a taken address as for a free one, so that partners cannot probe for members', async () => {
  await app.as('known', { email: 'known@example.test' });
  calls.length = 0;
  const body = {
    email: 'known@example.test',
    password: 'another long password',
    name: 'Other',
    gender: 'male',
    gender_sought: 'female',
    date_of_birth: '1990-01-01',
    country: 'NL',
    language: 'en',
    intimate_consent: true,
    tracking: { network: 'adnet' },
  } as const;
  expect((await app.visitor().call('signup', { body })).status).toBe(201);
  await app.runJobs();
  expect(calls.map(({ url }) => new URL(url).searchParams.get('event'))).toEqual(['signup']);
});

test('erases the reference of a member who objects, for good, and tells the partner nothing more', async () => {
  const told = () => calls.filter(({ url }) => new URL(url).searchParams.get('cid') !== 's');
  answer = 500;
  const member = await app.as('objects', { tracking: { network: 'adnet', ref: 'r1', sub1: 'click-9' } });
  await app.runJobs();
  expect((await member.must('user')).source_objected_at).toBeNull();
  answer = 200;
  calls.length = 0;
  for (let i = 0; i < 2; i++)
    expect((await member.must('objectToSource')).source_objected_at).toEqual(expect.any(String));
  await app.runJobs();
  expect(told()).toEqual([]);
  const stored = await sql`
    select to_jsonb(m) ->> 'tracking' as tracking, coalesce(c.ref, c.sub1) as reference, c.postback_state
      from members m left join conversions c on c.member_id = m.id where m.id = ${member.memberId}
      order by c.event`.execute(app.db);
  for (const row of stored.rows)
    expect(row).toMatchObject({ tracking: null, reference: null, postback_state: 'none' });
  const choices =
    await sql`select about, given from privacy_choices where member_id = ${member.memberId}`.execute(app.db);
  expect(choices.rows).toEqual([{ about: 'advertising_source', given: false }]);
  await queueConversion(app.app, app.db, { member: member.memberId, event: 'first_purchase' });
  await app.runJobs();
  expect(told()).toEqual([]);
});

test('shows figures only to the holder of the token, and names no member', async () => {
  expect((await app.visitor().call('partner', { query: { token: 'x'.repeat(32) } })).status).toBe(404);
  const body = await app.visitor().must('partner', { query: { token: network.token } });
  expect(JSON.stringify(body)).not.toMatch(/example\.test|click 1/);
});

test('sends postbacks to public addresses only', async () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '::7f00:1',
    '3fff::1',
    '5f00::1',
    '168.63.129.16',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])
    expect([address, isOpenAddress(address)]).toEqual([address, false]);
  for (const address of ['93.184.216.34', '2606:4700::1111'])
    expect([address, isOpenAddress(address)]).toEqual([address, true]);
  const get = (url: string) => safeRequest({ url, headers: {}, trusted: [] });
  for (const url of [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:127.0.0.1]/',
  ])
    await expect(get(url)).rejects.toThrow('The address is on a private network.');
  for (const url of [`http://${HOST}/`, 'ftp://example.com/', 'file:///etc/passwd'])
    await expect(get(url)).rejects.toThrow(/https/);
  await expect(get('https://user:password@example.com/')).rejects.toThrow(/password/);
  expect(calls).toHaveLength(0);
});

test('URL-encodes the values of macros, so that a visitor cannot change the postback address', () => {
  const values = {
    network: 'n',
    ref: '',
    sub1: '../x?y#z&a=b',
    sub2: '',
    sub3: '',
    event: 'signup',
    payout: '1.00',
    currency: 'EUR',
    id: 'i',
    time: '0',
  };
  expect(postbackUrl('https://a.example/{sub1}', values)).toBe('https://a.example/..%2Fx%3Fy%23z%26a%3Db');
});

test('adds, changes, closes and reopens a partner from the office', async () => {
  const owner = await operatorWith(app, 'owner');
  const body = {
    key: 'office-net',
    name: 'Office Net',
    postback_url: `http://${HOST}/pb?cid={sub1}`,
    payouts: { signup: '1.50', activation: null, first_purchase: '20.00' },
    currency: 'EUR',
  };
  const { made } = await owner.must('writePartner', { body: { ...body, is_new: true } });
  const token = made?.address.split('/').at(-1) ?? '';
  const own = () => app.visitor().call('partner', { query: { token } });
  expect((await own()).status).toBe(200);
  const again = await owner.call('writePartner', { body: { ...body, is_new: true } });
  expect(again.body).toMatchObject({ error: 'invalid_fields', fields: { key: 'key_taken' } });

  const member = await app.as('by-office', { tracking: { network: 'office-net' } });
  await app.runJobs();
  await bookConversion(app.app, { member: member.memberId, event: 'first_purchase' });
  const listed = async () =>
    (await owner.must('adminPartners')).partners.find(({ key }) => key === 'office-net');
  expect(await listed()).toMatchObject({
    payouts: body.payouts,
    active: true,
    signups: 1,
    first_purchases: 1,
    booked: [{ amount: '21.50', currency: 'EUR' }],
  });

  expect(await owner.must('writePartner', { body: { ...body, name: 'Renamed' } })).toEqual({ made: null });
  expect((await own()).body).toMatchObject({ name: 'Renamed' });
  const renewed = await owner.must('writePartner', { body: { ...body, renew: true } });
  expect(renewed.made?.address).not.toBe(made?.address);
  expect((await own()).status).toBe(404);

  await owner.must('closePartner', { body: { key: 'office-net' } });
  expect(await listed()).toMatchObject({ active: false, booked: [{ amount: '21.50' }] });
  expect((await owner.call('closePartner', { body: { key: 'nobody' } })).status).toBe(404);
  await owner.must('writePartner', { body });
  expect(await listed()).toMatchObject({ active: true });
});

test('refuses a postback address inside the own network, and payouts that are no amounts', async () => {
  const owner = await operatorWith(app, 'owner');
  const body = {
    key: 'inside',
    name: 'Inside',
    postback_url: null,
    payouts: { signup: null, activation: null, first_purchase: null },
    currency: 'EUR',
  };
  const refused = async (changes: object) =>
    (await owner.call('writePartner', { body: { ...body, ...changes } })).body.fields;
  for (const postback_url of ['http://10.0.0.1/pb', 'https://localhost./pb?id={sub1}'])
    expect(await refused({ postback_url })).toEqual({ postback_url: 'address_invalid' });
  expect(await refused({ payouts: { ...body.payouts, activation: '-1' } })).toEqual({
    activation: 'invalid',
  });
});
