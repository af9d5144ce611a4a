import { sql } from 'kysely';
import type { App } from './platform/app.ts';
import { inTransaction, type Tx } from './platform/database/index.ts';
import { operatorLoginPath } from './identity/index.ts';

/** Any number of its own: two processes that start at once make one operator. */
const OPERATOR_LOCK = 7_203_043;

/** The address that logs the site's operator in, once; whoever can read the terminal runs the site. The first start makes the operator. */
export async function operatorLink(app: Pick<App, 'db' | 'config'>): Promise<string> {
  const path = await inTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${OPERATOR_LOCK})`.execute(tx);
    return operatorLoginPath(tx, (await findOperator(tx)) ?? (await makeOperator(tx)));
  });
  return app.config.publicUrl + path;
}

async function findOperator(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from members where 'owner' = any(roles) and status = 'active' order by id limit 1`.execute(tx);
  return rows[0]?.id;
}

/** An operator is a member with a role, whose profile is listed nowhere. */
async function makeOperator(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into members (status, language, roles, confirmed_at) values ('active', 'en', '{owner}', app_now()) returning id
    )
    insert into profiles (id, name, gender, date_of_birth, country, status)
    select id, 'Operator', 'female', '1985-01-01', 'NL', 'disabled' from made returning id`.execute(tx);
  return rows[0]!.id;
}
