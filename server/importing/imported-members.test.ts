import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash as argon2 } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { importFiles, memberRow } from '#support/importing/import-files.ts';
import { setSettings } from '#support/members.ts';
import { picture } from '#support/pictures.ts';

const site = testApp();
const { folderWith, run } = importFiles(site);

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
