import { sql } from 'kysely';
import { isEuCountry } from '#contract/lists/accessibility-bodies.ts';
import type { App } from '../../platform/app.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { postStatement } from './post-statement.ts';
import { statementOf, type StatedMeasure } from './statement-of.ts';

type Waiting = Omit<StatedMeasure, 'countries'> & { host: string | null };

/**
 * Job that sends one statement. Throws while the database is unavailable or rejects the token, so that the job is retried;
 * a statement that the database refuses is not sent again by itself.
 */
export async function sendStatement(
  app: Pick<App, 'config' | 'db' | 'log' | 'parts'>,
  { puid }: { puid: string },
): Promise<void> {
  const service = app.config.dsaDatabase;
  if (!service) return;
  const { rows } = await sql<Waiting>`
    select s.puid, m.kind, m.ground, m.detection, to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD') as decided_on,
      to_char(m.until at time zone 'UTC', 'YYYY-MM-DD') as ends_on, m.undo ?| '{photo,selfie}' as is_picture,
      m.undo ? 'voice_intro' as is_recording, p.host
    from dsa_statements s join measures m on m.id = s.measure_id left join members p on p.id = m.member_id
    where s.puid = ${puid} and s.state = 'waiting'`.execute(app.db);
  const [waiting] = rows;
  if (!waiting) return;
  const { host, ...measure } = waiting;
  const countries = (await settingsOf(app, host ?? undefined)).countries.filter(isEuCountry);
  const statement = statementOf({ ...measure, countries });
  if (!statement) return;
  const answer = await postStatement(service, statement);
  const error = answer.state === 'sent' ? null : answer.error;
  await sql`
    update dsa_statements set state = ${answer.state === 'failed' ? 'waiting' : answer.state}, error = ${error}, tried_at = app_now()
    where puid = ${puid} and state = 'waiting'`.execute(app.db);
  if (answer.state === 'refused')
    app.log.warn({ puid, reason: error }, 'the DSA Transparency Database refused a statement');
  if (answer.state === 'failed') throw new Error(`A statement of reasons was not sent: ${error}`);
}
