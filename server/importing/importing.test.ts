import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { reconcileLedger } from '#server/credits/index.ts';
import { testApp } from '#support/app.ts';
import { importFiles, type ImportRow, memberRow } from '#support/importing/import-files.ts';
import { createReport, UnreadableFile, writeReport } from './index.ts';

// Imports another site from files, repeatedly. An invalid line affects only itself. `npm run test:import`
// runs this with 10,000 members.

const MEMBERS = Number(process.env['IMPORT_MEMBERS'] ?? 300);
const BROKEN = Math.floor(MEMBERS / 100);
const site = testApp();
const { folderWith, run } = importFiles(site);

const countMembers = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from imported_members`.execute(site.db))
    .rows[0]!.count;

const wrongs: ImportRow[] = [
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
