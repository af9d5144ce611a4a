import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, password } from '#support/app.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { freePort } from '#support/running-site.ts';
import { assemble, type Site } from './assemble.ts';
import { readConfig } from './platform/config.ts';
import { openJobPool, runDueJobs } from './platform/jobs.ts';
import { createLog, type Log } from './platform/log.ts';

// Enters a marker in every field that a member can fill in, with the most verbose log level and the mail
// server down: no log line may contain it.

let database: TestDatabase;
let dataDir: string;
let site: Site;
let log: Log;
let member: Client;
let visitor: Client;
const lines: string[] = [];
/** Part of every text that is entered or stored. */
const MARK = 'kwartel';
const email = `${MARK}.person@example.test`;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = makeMemoryFolder('liaison-logs-');
  const config = readConfig({
    DATA_DIR: dataDir,
    SECRET: 'a secret for tests, long enough to be taken',
    LIMITS_SCALE: '1000',
    DATABASE_POOL: '4',
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    SMS_URL: `http://127.0.0.1:${await freePort()}/`,
  });
  log = createLog(config, 'trace', { write: (line: string) => void lines.push(line) });
  site = await assemble(config, database.appUrl, log);
  site.readiness.ready = true;
  const http = await site.createHttp();
  // An error with a member's text in every field that a library may fill.
  http.get('/fails/:what', () => {
    throw Object.assign(new Error('something broke', { cause: new Error(`while writing to ${email}`) }), {
      detail: `Key (email)=(${email}) already exists.`,
      parameters: [MARK],
      where: `unnamed portal parameter $1 = '${MARK}'`,
      query: `select '${MARK}'`,
    });
  });
  await http.ready();
  [member, visitor] = [new Client(http, '10.8.0.1'), new Client(http, '10.8.0.2')];
});
afterAll(async () => {
  await site.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('logs no text, identifying data or credentials of a member', async () => {
  const said: [string, number][] = [];
  const note = async (what: string, answer: Promise<{ status: number }>) =>
    said.push([what, (await answer).status]);
  const user = await member.must('signup', {
    body: {
      email,
      password: `${MARK} ${password}`,
      name: 'Kwartel',
      gender: 'female',
      gender_sought: 'male',
      date_of_birth: '1990-06-15',
      country: 'NL',
      language: 'en',
      intimate_consent: true,
    } as never,
  });
  await database.asOwner(
    `update members set status = 'active', confirmed_at = now(), credits = 100, paid_user = true`,
  );
  await database.asOwner(`update profiles set status = 'active'`);
  await note(
    'same address',
    visitor.call('signup', {
      body: {
        email,
        password,
        name: MARK,
        gender: 'male',
        gender_sought: 'female',
        date_of_birth: '1990-01-01',
        country: 'NL',
        language: 'en',
        intimate_consent: true,
      } as never,
    }),
  );
  await note('wrong password', visitor.call('login', { body: { email, password: `${MARK} wrong` } }));
  await note(
    'about me',
    member.request('PUT', '/api/profile.php', {
      payload: JSON.stringify({ about: `I am ${MARK}` }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  await note(
    'message to nobody',
    member.call('send', { body: { profile: user.id + 1, client_id: randomUUID(), text: `hello ${MARK}` } }),
  );
  await note('search of chats', member.call('searchChats', { body: { text: MARK } }));
  await note(
    'odd body',
    member.request('POST', '/api/chat.php', {
      payload: `{"text": "${MARK}`,
      headers: { 'content-type': 'application/json' },
    }),
  );
  await note(
    'odd value',
    member.request('POST', '/api/chat.php', {
      payload: JSON.stringify({ text: MARK, profile: MARK }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  await note('lost page', visitor.request('GET', `/api/${MARK}.php?q=${MARK}`));
  await note('odd address', visitor.request('GET', `/api/members.php?cursor=${MARK}&gender=${MARK}`));
  await note(
    'error of ours',
    visitor.request('GET', `/fails/${MARK}?token=${MARK}`, {
      headers: { cookie: `auth=${MARK}`, referer: `https://x.test/${MARK}`, 'user-agent': MARK },
    }),
  );
  await note(
    'complaint',
    visitor.request('POST', '/api/complaint.php', {
      payload: JSON.stringify({
        category: 'other',
        body: `They wrote ${MARK}`,
        email,
        client_id: randomUUID(),
      }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  await note(
    'forgotten password',
    visitor.request('POST', '/api/reset-password.php', {
      payload: JSON.stringify({ email }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  const pool = openJobPool(database.appUrl, 10);
  await runDueJobs({ pool, log }, site.jobHandlers);
  await pool.end();

  expect(said).toContainEqual(['error of ours', 500]);
  const text = lines.join('');
  expect(text).toContain('something broke');
  expect(text).toContain('did not take a mail');
  const session = member.cookies.get('auth')!;
  for (const line of lines)
    for (const secret of [MARK, 'Kwartel', session, session.slice(0, 20)]) expect(line).not.toContain(secret);
});
