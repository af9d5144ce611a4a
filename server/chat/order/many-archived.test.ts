import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { testApp } from '#support/app.ts';
import { plantWithBrowser } from '#support/members.ts';

const app = testApp();

interface PlanNode {
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}
const removedIn = (node: PlanNode): number =>
  (node['Rows Removed by Filter'] ?? 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + removedIn(child), 0);

/** 2,000 conversations of the member, every hundredth of which is not archived. */
async function archiveMany(member: number): Promise<void> {
  await sql`insert into members (email, email_key, status, language)
    select 'bulk' || n, 'bulk' || n, 'active', 'en' from generate_series(1, 2000) n`.execute(app.db);
  await sql`insert into profiles (id, status, name, gender, date_of_birth, country)
    select id, 'active', 'Name', 'male', '1990-01-01', 'NL' from members where email like 'bulk%'`.execute(
    app.db,
  );
  await sql`insert into conversations (member_low, member_high)
    select ${member}, id from members where email like 'bulk%'`.execute(app.db);
  await sql`insert into participants (member_id, conversation_id, other_id, last_message_id, archived)
    select ${member}, id, member_high, id, row_number() over (order by id) % 100 <> 0 from conversations`.execute(
    app.db,
  );
  await app.asOwner('analyze');
}

// A cluster sends all of a member's sides to the coordinator (docs/decisions/0093-reads-through-functions.md).
test.skipIf(inject('cluster'))('reads no archived conversations for the list of the others', async () => {
  const anna = await plantWithBrowser(app);
  await archiveMany(anna.memberId);
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const { chats, archived } = await anna.must('chats');
  expect([chats.length, archived]).toEqual([20, 100]);
  const page = (sent.mock.calls as unknown[][])
    .map(([query, values]): pg.QueryConfig =>
      typeof query === 'string' ? { text: query, values: values as unknown[] } : (query as pg.QueryConfig),
    )
    .find(({ text }) => text.includes('json_agg(side.conversation_id)'))!;
  sent.mockRestore();
  const client = new pg.Client(app.databaseUrl);
  await client.connect();
  const { rows } = await client.query(`explain (analyze, format json) ${page.text}`, page.values);
  await client.end();
  expect(removedIn(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(20);
});
