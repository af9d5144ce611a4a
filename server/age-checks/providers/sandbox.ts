import { sql } from 'kysely';
import { isUuid } from '#contract/schema.ts';
import type { Db } from '../../platform/database/index.ts';
import { one } from '../../platform/database/index.ts';
import type { AgeResult, OpenAgeProvider } from './provider.ts';

/** What a tester can choose on the sandbox's page. */
export const sandboxAges = ['adult', 'too_young', 'unclear'] as const;
export type SandboxAge = (typeof sandboxAges)[number];

export interface SandboxAgeSession {
  id: string;
  return_url: string;
  language: string;
  outcome: SandboxAge | 'open';
}

/**
 * The simulated provider: the default outside production, refused in production. It has a table of its own and tells the
 * site its results only when asked, like a real provider.
 */
export const openSandboxAge: OpenAgeProvider = ({ db }) => ({
  validDays: 365,
  openHours: 24,
  service: {
    async start({ checkId, returnPath, locale }) {
      const { id } = await one(
        sql<{ id: string }>`
          insert into sandbox_age_sessions (check_id, return_url, language) values (${checkId}, ${returnPath}, ${locale})
          on conflict (check_id) do update set language = excluded.language returning id`.execute(db),
      );
      return id;
    },
    pageOf: (reference) => `/sandbox/age/${reference}`,
    async resultOf(reference) {
      const outcome = (await sandboxSession(db, reference))?.outcome ?? 'open';
      return resultByOutcome[outcome];
    },
    sessionIn: (notification) =>
      'session_id' in notification && typeof notification.session_id === 'string'
        ? notification.session_id
        : null,
  },
});

const resultByOutcome: Record<SandboxAgeSession['outcome'], AgeResult> = {
  open: { state: 'open' },
  adult: { state: 'passed', method: 'simulated' },
  too_young: { state: 'failed', reason: 'too_young' },
  unclear: { state: 'failed', reason: 'unclear' },
};

export async function sandboxSession(db: Db, id: string): Promise<SandboxAgeSession | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<SandboxAgeSession>`
    select id, return_url, language, outcome from sandbox_age_sessions where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Stores the tester's choice. The first one counts. */
export async function chooseSandboxAge(db: Db, id: string, outcome: SandboxAge): Promise<void> {
  await sql`update sandbox_age_sessions set outcome = ${outcome} where id = ${id} and outcome = 'open'`.execute(
    db,
  );
}
