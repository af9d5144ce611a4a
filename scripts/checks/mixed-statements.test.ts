import { expect, test } from 'vitest';
import { mixFaultsOfFile, mixFaultsOfFunction } from './mixed-statements.ts';

const known = new Set(['members', 'conversations', 'messages', 'participants']);
const faults = (code: string) => mixFaultsOfFile('file.ts', code, known);

test('a statement that joins a distributed table with another one is a fault', () => {
  const code = `
    const a = 1;
    sql<Row>\`select m.id from messages m join conversations c on c.id = m.conversation_id\`;`;
  expect(faults(code)).toEqual([
    expect.stringMatching(/^file\.ts:3 names messages and conversations in one statement/),
  ]);
  expect(
    faults("db.selectFrom('participants').innerJoin('members', 'id', 'member_id').select('id').execute()"),
  ).toHaveLength(1);
});

test('nested templates belong to the statement around them', () => {
  expect(
    faults('sql`select from messages where ${one ? sql`exists (select from members)` : sql`true`}`'),
  ).toHaveLength(1);
  expect(faults("sql`select from messages where id = ${{ a: '}' }.a}`; sql`select from members`")).toEqual(
    [],
  );
});

test('reads through functions and materialized CTEs are fine, if the CTE is not mixed itself', () => {
  expect(faults('sql`select from members m, sides_of(m.id)`')).toEqual([]);
  expect(
    faults(
      'sql`with e as materialized (select member_id from participants where (a = 1)) select from members join e on true`',
    ),
  ).toEqual([]);
  expect(
    faults('sql`with e as (select member_id from participants) select from members join e on true`'),
  ).toHaveLength(1);
  expect(
    faults('sql`with e as materialized (select from participants, members) select from e`'),
  ).toHaveLength(1);
});

test('checks each statement of a function separately', () => {
  expect(
    mixFaultsOfFunction('f', 'begin select from members; update participants set a = 1; end', known),
  ).toEqual([]);
  expect(mixFaultsOfFunction('f', 'begin select from members, messages; end', known)).toEqual([
    expect.stringContaining('the function f() names messages and members'),
  ]);
});
