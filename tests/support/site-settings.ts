import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { calls } from '#contract/calls.ts';
import type { RunningSite } from './running-site.ts';

/**
 * Creates a session of an operator who has passed both factors, and returns its cookie value. The second
 * factor counts as fresh for an hour, which is longer than a test runs.
 */
export async function operatorSession(database: pg.Client, id: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await database.query(
    `insert into sessions (member_id, token_hash, expires_at, both_factors, factor_at)
     values ($1, $2, app_now() + interval '12 hours', true, app_now() + interval '1 hour')`,
    [id, createHash('sha256').update(secret).digest()],
  );
  return `${id.toString(36)}.${secret}`;
}

/** Makes a running site reload its sites and settings after a change in the database. */
export const reloadSettings = (site: RunningSite): Promise<void> => changeSettings(site, {});

/**
 * Changes settings of a running site through the office's call as its owner. They apply immediately, whereas
 * a change in the database takes half a minute or a restart. Null restores a default.
 */
export async function changeSettings(site: RunningSite, changes: Record<string, unknown>): Promise<void> {
  const database = new pg.Client(site.databaseUrl());
  await database.connect();
  try {
    const { rows } = await database.query<{ id: string }>(
      `select id from members where 'owner' = any(roles) order by id limit 1`,
    );
    const cookie = `auth=${await operatorSession(database, Number(rows[0]?.id))}`;
    const { method, path } = calls.changeSettings;
    const answer = await fetch(site.url + path, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        site: '*',
        changes: Object.entries(changes).map(([key, value]) => ({ key, value })),
      }),
    });
    if (!answer.ok) throw new Error(`The settings were refused: ${answer.status} ${await answer.text()}`);
  } finally {
    await database.end();
  }
}
