import { sql } from 'kysely';
import { isUuid } from '#contract/schema.ts';
import { one, oneOrNone, type Db } from '../../platform/database/index.ts';
import type { LivenessResult, OpenLivenessProvider } from './provider.ts';

/** What a tester can choose on the sandbox's page. */
export const sandboxOutcomes = ['live', 'not_live'] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];

/** The simulated provider: the default outside production, refused in production. */
export const openSandboxLiveness: OpenLivenessProvider = ({ config, db }) =>
  config.liveness?.provider === 'sandbox'
    ? {
        async start({ checkId, returnUrl }) {
          const { id } = await one(
            sql<{ id: string }>`
            insert into sandbox_liveness_sessions (check_id, return_url) values (${checkId}, ${returnUrl})
            on conflict (check_id) do update set return_url = excluded.return_url returning id`.execute(db),
          );
          return { reference: id, page: `/sandbox/liveness/${id}` };
        },
        async resultOf(reference) {
          return resultByOutcome[(await sandboxLivenessOf(db, reference))?.outcome ?? 'open'];
        },
        sessionIn: ({ fields }) =>
          'session_id' in fields && typeof fields.session_id === 'string' ? fields.session_id : null,
      }
    : null;

const resultByOutcome: Record<SandboxOutcome | 'open', LivenessResult> = {
  open: { state: 'open' },
  live: { state: 'passed' },
  not_live: { state: 'failed', reason: 'not_live' },
};

export async function sandboxLivenessOf(db: Db, id: string) {
  if (!isUuid(id)) return null;
  return oneOrNone(
    sql<{ id: string; return_url: string; outcome: SandboxOutcome | 'open' }>`
    select id, return_url, outcome from sandbox_liveness_sessions where id = ${id}`.execute(db),
  );
}

/** Stores the tester's choice. The first one counts. */
export async function chooseSandboxLiveness(db: Db, id: string, outcome: SandboxOutcome): Promise<void> {
  await sql`update sandbox_liveness_sessions set outcome = ${outcome} where id = ${id} and outcome = 'open'`.execute(
    db,
  );
}
