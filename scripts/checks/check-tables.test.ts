import { expect, test } from 'vitest';
import { tableFaults, type Declared } from './check-tables.ts';
import { sqlUses } from './sql-uses.ts';

const known = new Set(['members', 'likes', 'photos']);
const of = (name: string, tables: Declared['tables'], text: string): Declared => ({
  name,
  tables,
  files: [{ path: `server/${name}/file.ts`, text }],
});
const identity = of('identity', { owns: ['members'] }, '');
const photos = of('photos', { owns: ['photos'] }, '');
const faults = (likes: Declared, functions: { name: string; text: string }[] = []) =>
  tableFaults([identity, photos, likes], known, functions);

test('finds reads and writes in SQL and Kysely calls, but not in comments', () => {
  const code = `
    // delete from photos
    sql\`select 1 from members m, likes l left join photos p on p.id = m.id for update of m\`;
    sql\`insert into likes (a) values (1) on conflict do update set b = 2\`;
    db.updateTable('members').set({ a: 1 });`;
  expect(sqlUses(code, known).map(({ table, kind }) => `${kind} ${table}`)).toEqual([
    'insert likes',
    'update members',
    'read members',
    'read likes',
    'read photos',
  ]);
});

test('the columns that an update sets are read up to its condition', () => {
  const [use] = sqlUses(
    'sql`update members m set credits = m.credits + (select max(a) from b where c = 1), status = ${status} where m.id = 1`',
    known,
  );
  expect(use).toEqual({ table: 'members', kind: 'update', columns: ['credits', 'status'] });
});

test('only the owner may write a table, but another module may own some of its columns', () => {
  expect(faults(of('likes', { owns: ['likes'] }, 'sql`delete from members where id = 1`'))).toEqual([
    'server/likes/file.ts: delete of "members", which only identity writes: call a function of that module.',
  ]);
  expect(faults(of('likes', { owns: ['likes'] }, 'sql`update members set credits = 1`'))[0]).toContain(
    'sets members.credits, which only identity writes',
  );
  const claims = { owns: ['likes'], columns: { members: ['credits'] } };
  expect(faults(of('likes', claims, 'sql`update members set credits = 1`'))).toEqual([]);
  expect(faults(of('likes', claims, 'sql`update members set credits = 1, status = 2`'))[0]).toContain(
    'members.status',
  );
  expect(faults(of('likes', { owns: ['likes'] }, 'sql`insert into photos (a) values (1)`'))).toHaveLength(1);
});

test('reads of other tables must be declared, and declared reads must exist', () => {
  expect(faults(of('likes', { owns: ['likes'] }, 'sql`select 1 from members`'))).toEqual([
    'server/likes/file.ts reads "members" of identity: add it to `reads` in the tables.ts of likes.',
  ]);
  expect(faults(of('likes', { owns: ['likes'], reads: ['members'] }, ''))).toEqual([
    'likes says that it reads "members" and does not: take it out of its tables.ts.',
  ]);
});

test('every table has one owner, and every SQL function a module that declares its writes', () => {
  expect(faults(of('likes', {}, ''))).toEqual([
    'nobody owns "likes": name it in the tables.ts of the module that writes it.',
  ]);
  const like = {
    name: 'like_all',
    text: 'create function like_all() as $$ insert into likes select from members $$',
  };
  const owns = { owns: ['likes'], reads: ['members'] };
  expect(faults(of('likes', owns, 'sql`select from members`'), [like])[0]).toContain('belongs to no module');
  expect(faults(of('likes', { ...owns, functions: { like_all: [] } }, ''), [like])).toEqual([
    'the function like_all() writes "likes", which likes does not declare.',
  ]);
  expect(faults(of('likes', { ...owns, functions: { like_all: ['likes'] } }, ''), [like])).toEqual([]);
});
