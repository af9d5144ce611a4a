import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, testApp } from '#support/app.ts';
import { plantWithBrowser, setSettings } from '#support/members.ts';
import { picture } from '#support/pictures.ts';
import { startMatcher } from '#support/services/fake-matcher.ts';

// A picture of an age check that a list of known illegal pictures names is not stored, and no moderator is shown it.

const matcher = await startMatcher();
const site = testApp({ AGE_PROVIDERS: 'office', HMA_URL: matcher.url, HMA_TIMEOUT_MS: '1000' });
let moderator: Client;
let jpeg: Buffer;

beforeAll(async () => {
  jpeg = await picture(600, 800).jpeg().toBuffer();
  moderator = await plantWithBrowser(site, { roles: ['moderator'] });
  await setSettings(site, { age_assurance: { DE: 'before_contact' } });
});
beforeEach(() => matcher.answerWith({}));
afterAll(() => matcher.close());

const memberWithCheck = async () => {
  const member = await plantWithBrowser(site, { country: 'DE' });
  await member.must('beginAgeCheck', { body: { provider: 'office' } });
  return member;
};
const send = (member: Client, part: 'document' | 'selfie') =>
  member.call('sendAgePicture', { body: { part }, file: { content: jpeg } });
const stored = async ({ memberId }: Client) =>
  (
    await sql`
      select from age_check_pictures p join age_checks c on c.id = p.check_id where c.member_id = ${memberId}`.execute(
      site.db,
    )
  ).rows.length;

test('blocks a listed picture of an age check and holds the account', async () => {
  const member = await memberWithCheck();
  expect((await send(member, 'document')).status).toBe(200);
  matcher.answerWith({ NCMEC: [{ bank_content_id: 7, distance: '12' }] });
  expect((await send(member, 'selfie')).body.error).toBe('account_held');
  expect(await stored(member)).toBe(1);
  expect((await member.must('user')).held).toBe(true);
  const { accounts } = await moderator.must('adminHeldAccounts');
  expect(accounts).toMatchObject([
    {
      id: member.memberId,
      reasons: [{ reason: 'listed_picture' }],
      matches: [{ place: 'age_picture', list: 'NCMEC' }],
    },
  ]);
  expect((await moderator.must('adminAgeChecks')).checks).toEqual([]);
});

test('takes no picture while the matcher gives no answer, and takes it afterwards', async () => {
  const member = await memberWithCheck();
  matcher.answerWith({ status: 503, body: '{}' });
  expect((await send(member, 'document')).body.error).toBe('unavailable');
  expect(await stored(member)).toBe(0);
  expect((await member.must('ageCheck')).state).toBe('pictures');
  matcher.answerWith({});
  for (const part of ['document', 'selfie'] as const) expect((await send(member, part)).status).toBe(200);
  expect((await moderator.must('adminAgeChecks')).checks).toHaveLength(1);
});
