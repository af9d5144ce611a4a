import pg from 'pg';

/** Replaces the database's clock function by one that tests can shift. */
export async function makeClockShiftable(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`
    create table test_clock (shift interval not null);
    insert into test_clock values ('0');
    create or replace function app_now() returns timestamptz language sql stable parallel safe
      as $$ select now() + (select shift from test_clock) $$;
  `);
  await client.end();
}
