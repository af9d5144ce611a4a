import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { plant, plantWithBrowser } from '#support/members.ts';

const app = testApp();

/** Counts in the sequence `asked` how often a profile's conditions for contact are read. */
const countAsked = () =>
  app.asOwner(`
    create sequence asked;
    grant usage, select on sequence asked to public;
    alter function unmet_condition(bigint, bigint) rename to counted_condition;
    create function unmet_condition(in_recipient bigint, in_sender bigint, out code text, out refused boolean)
      language plpgsql stable as $$
    begin
      perform nextval('asked');
      select * into code, refused from counted_condition(in_recipient, in_sender);
    end $$`);

test('shows the newest likers first, of whose conditions for contact only a pause counts', async () => {
  const anna = await plantWithBrowser(app);
  const likers: number[] = [];
  for (let i = 0; i < 30; i++) likers.push(await plant(app, { gender: 'male' }));
  await sql`insert into likes (liker_id, liked_id) select id, ${anna.memberId} from unnest(${likers}::bigint[]) id`.execute(
    app.db,
  );
  const [under, refuses, passed, top, seen] = likers.slice(-5);
  await sql`update likes set like_new = false where liker_id = ${seen!}`.execute(app.db);
  await sql`insert into contact_conditions (member_id, paused, premium, others) values (${refuses!}, true, false, 'refused'), (${top!}, false, true, 'refused')`.execute(
    app.db,
  );
  await anna.must('swipeChoice', { body: { profile: passed!, like: false } });
  await countAsked();
  expect(await anna.must('swipe')).toMatchObject({ profile: { id: top }, upcoming: { id: under } });
  const { rows } = await sql<{ asked: number }>`select last_value::int as asked from asked`.execute(app.db);
  // The other conditions of likers are not read. Only a card of a later step may need them.
  expect(rows[0]!.asked).toBeLessThanOrEqual(1);
});
