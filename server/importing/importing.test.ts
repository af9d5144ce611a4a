import { mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash as argon2 } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcileLedger } from '#server/credits/index.ts';
import { testApp } from '#support/app.ts';
import { setSettings } from '#support/members.ts';
import { picture } from '#support/pictures.ts';
import { createReport, importFolder, UnreadableFile, writeReport } from './index.ts';

// Imports another site from files, repeatedly. An invalid line affects only itself. `npm run test:import`
// runs this with 10,000 members.

const MEMBERS = Number(process.env['IMPORT_MEMBERS'] ?? 300);
const BROKEN = Math.floor(MEMBERS / 100);
const site = testApp();
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

type Row = Record<string, string | number>;

function folderWith(files: Record<string, Row[]>): string {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  folders.push(folder);
  mkdirSync(join(folder, 'photos'));
  for (const [name, rows] of Object.entries(files))
    writeFileSync(join(folder, name), stringify(rows, { header: true }));
  return folder;
}

const memberRow = (number: number | string, more: Row = {}): Row => ({
  external_id: `old-${number}`,
  email: `import${number}@example.test`,
  name: `Import ${number}`,
  gender: 'female',
  gender_sought: 'male',
  date_of_birth: '1988-05-04',
  country: 'NL',
  region: '',
  city: 'Utrecht',
  language: 'nl',
  about: 'Likes "long" walks, and tea',
  interests: 'reading|tea',
  hair_color: 'brown',
  password_hash: '',
  premium: 'no',
  signed_up_at: '2021-03-02',
  confirmed_at: '2021-03-03T10:00:00Z',
  consent_at: '2023-05-01',
  ...more,
});

const run = async (folder: string, dryRun = false) => {
  const report = createReport();
  await importFolder(site.app, folder, { site: null, dryRun }, report);
  return report;
};
const countMembers = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from imported_members`.execute(site.db))
    .rows[0]!.count;

const wrongs: Row[] = [
  { email: 'no address' },
  { email: '' },
  { date_of_birth: '2012-01-01' },
  { date_of_birth: '31-12-1980' },
  { consent_at: '' },
  { consent_at: '2999-01-01' },
  { country: 'Atlantis' },
  { gender: 'x' },
  { name: 'call 06 12345678' },
  { external_id: '' },
];

describe(`${MEMBERS} members of whom one in a hundred is broken`, () => {
  let folder: string;
  beforeAll(() => {
    const rows = Array.from({ length: MEMBERS }, (_, number) =>
      memberRow(number, number < BROKEN ? wrongs[number % wrongs.length]! : {}),
    );
    const balances = Array.from({ length: MEMBERS }, (_, number) => ({
      external_id: `old-${number}`,
      credits: number % 50,
    }));
    folder = folderWith({ 'members.csv': rows, 'balances.csv': balances });
  });

  test('reports the same in a dry run and writes nothing', async () => {
    const report = await run(folder, true);
    expect(report.counts['members.csv']).toEqual({ new: MEMBERS - BROKEN, there: 0, refused: BROKEN });
    expect(report.counts['balances.csv']).toEqual({ new: MEMBERS - BROKEN, there: 0, refused: BROKEN });
    expect(await countMembers()).toBe(0);
  }, 300_000);

  test('imports the valid ones, reports the faulty ones with a reason, and the ledger adds up', async () => {
    const started = performance.now();
    const report = await run(folder);
    if (process.env['IMPORT_MEMBERS'])
      process.stdout.write(
        `${MEMBERS} members and balances came in within ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
      );
    expect(report.counts['members.csv']).toEqual({ new: MEMBERS - BROKEN, there: 0, refused: BROKEN });
    expect(await countMembers()).toBe(MEMBERS - BROKEN);
    const { rows } = await sql<{ credits: number; entries: number }>`
      select coalesce(sum(m.credits), 0)::int as credits, (select count(*)::int from ledger_entries where kind = 'import') as entries
      from members m join imported_members i on i.member_id = m.id`.execute(site.db);
    const expected = Array.from({ length: MEMBERS }, (_, number) => (number < BROKEN ? 0 : number % 50));
    expect(rows[0]).toEqual({
      credits: expected.reduce((sum, credits) => sum + credits, 0),
      entries: expected.filter((credits) => credits > 0).length,
    });
    const ledger = await reconcileLedger(site.db);
    expect(ledger.faults).toEqual([]);
    expect(report.csv().split('\n')[1]).toBe(
      'balances.csv,2,old-0,refused,external_id: no such member came in',
    );
    expect(report.csv()).toContain('members.csv,2,old-0,refused,email: email_invalid');
  }, 300_000);

  test('writes nothing on a second run', async () => {
    const report = await run(folder);
    expect(report.counts['members.csv']).toEqual({ new: 0, there: MEMBERS - BROKEN, refused: BROKEN });
    expect(await countMembers()).toBe(MEMBERS - BROKEN);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ledger_entries where kind = 'import' group by member_id having count(*) > 1`.execute(
      site.db,
    );
    expect(rows).toEqual([]);
  }, 300_000);
});

test('reports each fault with its column', async () => {
  const report = await run(
    folderWith({ 'members.csv': wrongs.map((wrong, number) => memberRow(`wrong${number}`, wrong)) }),
  );
  const reasons = report
    .csv()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').at(-1));
  expect(reasons).toEqual([
    'email: email_invalid',
    'email: required',
    'date_of_birth: too_young',
    'date_of_birth: date_of_birth_invalid',
    'consent_at: required',
    'consent_at: invalid',
    'country: invalid',
    'gender: invalid',
    'name: name_invalid',
    'external_id: required',
  ]);
});

test('keeps profile, signup date and consent, and sends no mail', async () => {
  const report = await run(
    folderWith({
      'members.csv': [
        memberRow('whole', {
          premium: 'yes',
          city: 'Nowhereville',
          interests: 'tea|flying',
          intention: 'dates|friendship',
          languages: 'nl|elvish',
          height: '174',
        }),
        memberRow('giant', { height: '400' }),
      ],
    }),
  );
  const { rows } = await sql`
    select m.status, m.paid_user, m.signup_date, m.intimate_consent_at, m.intimate_consent_version, p.status as profile, p.name, p.interests, p.intention, p.languages, p.height, p.hair_color, p.city, p.country
    from members m join profiles p on p.id = m.id where m.email = 'importwhole@example.test'`.execute(
    site.db,
  );
  expect(rows[0]).toMatchObject({
    status: 'active',
    paid_user: true,
    signup_date: new Date('2021-03-02'),
    intimate_consent_at: new Date('2023-05-01'),
    intimate_consent_version: 'import',
    profile: 'active',
    name: 'Import whole',
    interests: ['tea'],
    intention: ['dates', 'friendship'],
    languages: ['nl'],
    height: 174,
    hair_color: 'brown',
    city: null,
    country: 'NL',
  });
  expect(report.csv()).toContain('height: 400 is not known');
  expect(await site.outbox('importwhole@example.test')).toEqual([]);
});

test('imports a gender that the site offers, and refuses one that it does not', async () => {
  await setSettings(site, { more_genders: ['non_binary'] });
  const report = await run(
    folderWith({
      'members.csv': [
        memberRow('robin', { gender: 'non_binary', gender_sought: 'non_binary' }),
        memberRow('kim', { gender: 'trans_woman' }),
        memberRow('lou', { gender_sought: 'trans_man' }),
      ],
    }),
  );
  expect(report.counts['members.csv']).toEqual({ new: 1, there: 0, refused: 2 });
  expect(report.csv()).toContain('old-kim,refused,gender: invalid');
  expect(report.csv()).toContain('old-lou,refused,gender_sought: invalid');
});

test('imports a couple with both names and dates of birth', async () => {
  await setSettings(site, { more_genders: ['couple'] });
  const couple = { gender: 'couple', name: 'Anna & Bram', partner_date_of_birth: '1985-02-03' };
  const rows = [
    memberRow('couple', couple),
    memberRow('half', { ...couple, name: 'Anna', partner_date_of_birth: '' }),
    memberRow('young', { ...couple, partner_date_of_birth: '2020-01-01' }),
    memberRow('single', { ...couple, gender: 'female', name: 'Carla' }),
  ].map((row) => ({ partner_date_of_birth: '', ...row }));
  const report = await run(folderWith({ 'members.csv': rows }));
  expect(report.counts['members.csv']).toEqual({ new: 2, there: 0, refused: 2 });
  expect(report.csv()).toContain('partner_name: required');
  expect(report.csv()).toContain('partner_date_of_birth: partner_date_of_birth_required');
  expect(report.csv()).toContain('old-young,refused,partner_date_of_birth: partner_too_young');
  const { rows: written } = await sql`
    select name, gender, partner_date_of_birth::text as born from profiles
    where name in ('Anna & Bram', 'Carla') order by name`.execute(site.db);
  expect(written).toEqual([
    { name: 'Anna & Bram', gender: 'couple', born: '1985-02-03' },
    { name: 'Carla', gender: 'female', born: null },
  ]);
});

test('refuses an address that has an account or occurs twice in the file', async () => {
  await site.as('native', { email: 'native@example.test' });
  const report = await run(
    folderWith({
      'members.csv': [
        memberRow('n1', { email: 'Native@example.test' }),
        memberRow('n2'),
        memberRow('n3', { email: 'importn2@example.test' }),
        memberRow('n2', { email: 'n4@example.test' }),
      ],
    }),
  );
  expect(report.csv()).toContain('old-n1,refused,email: has an account here');
  expect(report.csv()).toContain('old-n3,refused,email: stands in the file twice');
  expect(report.csv()).toContain('old-n2,refused,external_id: stands in the file twice');
  expect(report.counts['members.csv']).toEqual({ new: 1, there: 0, refused: 3 });
});

test('accepts and rehashes bcrypt and argon2 hashes, and requires a new password otherwise', async () => {
  const old = 'my old password';
  await run(
    folderWith({
      'members.csv': [
        memberRow('bcrypt', { password_hash: await bcrypt(old, 8) }),
        memberRow('argon', { password_hash: await argon2(old, { memoryCost: 8192, timeCost: 2 }) }),
        memberRow('md5', { password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' }),
        memberRow('dear', {
          password_hash: `$argon2id$v=19$m=4194304,t=99,p=9$${'a'.repeat(22)}$${'b'.repeat(43)}`,
        }),
      ],
    }),
  );
  const hashOf = async (who: string) =>
    (
      await sql<{
        hash: string | null;
      }>`select password_hash as hash from members where email = ${`import${who}@example.test`}`.execute(
        site.db,
      )
    ).rows[0]!.hash;
  for (const who of ['bcrypt', 'argon']) {
    const login = (password: string) =>
      site.visitor().call('login', { body: { email: `import${who}@example.test`, password } });
    expect([who, (await login('not this one')).status]).toEqual([who, 401]);
    expect([who, (await login(old)).status]).toEqual([who, 200]);
    expect(await hashOf(who)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([who, (await login(old)).status]).toEqual([who, 200]);
  }
  for (const who of ['md5', 'dear']) {
    expect(await hashOf(who)).toBeNull();
    const { status, body } = await site
      .visitor()
      .call('login', { body: { email: `import${who}@example.test`, password: old } });
    expect([status, body.error]).toEqual([401, 'login_failed']);
    await expect
      .poll(async () => (await site.outbox(`import${who}@example.test`)).length, { timeout: 5000 })
      .toBe(1);
    expect(
      (await site.outbox(`import${who}@example.test`))[0]!.links.some((link) =>
        link.includes('/reset-password/do'),
      ),
    ).toBe(true);
  }
});

test('imports each photo once from the folder, within the limit, and queues it for inspection', async () => {
  const rows = ['a.jpg', 'b.jpg', '../secret.jpg', 'missing.jpg', 'text.jpg', 'a.jpg'].map((file) => ({
    external_id: 'old-photos',
    file: `photos/${file}`,
    main: 'no',
  }));
  rows[0]!.main = 'yes';
  const folder = folderWith({
    'members.csv': [memberRow('photos')],
    'photos.csv': [...rows, { external_id: 'old-nobody', file: 'photos/a.jpg', main: 'no' }],
  });
  const jpeg = await picture().jpeg().toBuffer();
  for (const file of ['a.jpg', 'b.jpg']) writeFileSync(join(folder, 'photos', file), jpeg);
  writeFileSync(join(folder, 'photos', 'text.jpg'), 'no picture');
  rows[2]!.file = '../secret.jpg';
  const listed = stringify([...rows, { external_id: 'old-nobody', file: 'photos/a.jpg', main: 'no' }], {
    header: true,
  });
  writeFileSync(join(folder, 'photos.csv'), listed);
  const report = await run(folder);
  expect(report.counts['photos.csv']).toEqual({ new: 2, there: 1, refused: 4 });
  for (const reason of [
    'lies outside the folder',
    'is not there',
    'photo_unsupported',
    'no such member came in',
  ])
    expect(report.csv()).toContain(reason);
  const { rows: photos } = await sql<{ status: string }>`
    select p.status from photos p join members m on m.id = p.member_id where m.email = 'importphotos@example.test'`.execute(
    site.db,
  );
  expect(photos.map(({ status }) => status)).toEqual(['inspecting', 'inspecting']);

  // Symbolic links: a file and a folder outside, and a file inside.
  const outside = mkdtempSync(join(tmpdir(), 'liaison-outside-'));
  writeFileSync(join(outside, 'c.jpg'), jpeg);
  const links = {
    'link.jpg': join(outside, 'c.jpg'),
    sub: outside,
    'inside.jpg': join(folder, 'photos', 'a.jpg'),
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, 'photos', name));
  const linked = ['link.jpg', 'sub/c.jpg', 'inside.jpg'].map((file) => ({
    external_id: 'old-photos',
    file: `photos/${file}`,
    main: 'no',
  }));
  writeFileSync(join(folder, 'photos.csv'), stringify(linked, { header: true }));
  const again = await run(folder);
  expect(again.counts['photos.csv']).toEqual({ new: 1, there: 0, refused: 2 });
  expect(again.csv().match(/lies outside the folder/g)).toHaveLength(2);
  rmSync(outside, { recursive: true });
  writeFileSync(join(folder, 'photos.csv'), listed);

  expect((await run(folder)).counts['photos.csv']).toEqual({ new: 0, there: 3, refused: 4 });
});

test('writes its report into a new file or over an older one, not through a symbolic link', async () => {
  const folder = folderWith({ 'members.csv': [] });
  const [own, link] = [join(folder, 'import-report.csv'), join(folder, 'link.csv')];
  writeFileSync(own, 'an older and longer report');
  writeReport(own, createReport());
  expect(readFileSync(own, 'utf8')).toBe('file,line,external_id,outcome,reason\n');
  writeFileSync(join(folder, 'precious'), 'kept');
  symlinkSync(join(folder, 'precious'), link);
  expect(() => writeReport(link, createReport())).toThrow('ELOOP');
  expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('kept');
});

test('imports neither an erased member again nor a balance twice', async () => {
  const folder = folderWith({
    'members.csv': [memberRow('gone'), memberRow('stays')],
    'balances.csv': [{ external_id: 'old-stays', credits: 40 }],
  });
  await run(folder);
  await sql`delete from profiles where id = (select id from members where email = 'importgone@example.test')`.execute(
    site.db,
  );
  await sql`delete from members where email = 'importgone@example.test'`.execute(site.db);
  writeFileSync(
    join(folder, 'balances.csv'),
    stringify(
      [
        { external_id: 'old-stays', credits: 90 },
        { external_id: 'old-gone', credits: 9 },
      ],
      { header: true },
    ),
  );
  const report = await run(folder);
  expect(report.counts['members.csv']).toEqual({ new: 0, there: 2, refused: 0 });
  expect(report.csv()).toContain('old-stays,note,"credits: 40 were booked before, not 90"');
  expect(report.csv()).toContain('old-gone,refused,external_id: no such member came in');
  const { rows } = await sql`select credits from members where email = 'importstays@example.test'`.execute(
    site.db,
  );
  expect(rows).toEqual([{ credits: 40 }]);
});

test('reports a file without its columns, or that is not CSV, as a whole', async () => {
  await expect(run(folderWith({ 'members.csv': [{ email: 'x@example.test' }] }))).rejects.toThrow(
    UnreadableFile,
  );
  await expect(run(folderWith({ 'members.csv': [{ email: 'x@example.test' }] }))).rejects.toThrow(
    'has no column external_id, name',
  );
});
