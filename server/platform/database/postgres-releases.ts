import { sql } from 'kysely';
import { one, type Db } from './index.ts';

/**
 * The newest security release of PostgreSQL, and its minor release in each supported major one. Correct it when
 * https://www.postgresql.org/support/security/ lists another.
 */
const SECURITY_RELEASE = {
  date: '2026-11-12',
  minors: new Map([
    [15, 20],
    [16, 16],
    [17, 12],
    [18, 7],
  ]),
};

export interface PostgresFix {
  fixed_in: string;
  fixed_on: string;
}

/** The version of the database's server, and the security release that it lacks, if any. */
export async function postgresOf(db: Db): Promise<{ running: string; fix: PostgresFix | null }> {
  const { number } = await one(
    sql<{ number: number }>`select current_setting('server_version_num')::int as number`.execute(db),
  );
  const major = Math.floor(number / 10_000);
  const minor = number % 10_000;
  return { running: `${major}.${minor}`, fix: missingFix(major, minor) };
}

export function missingFix(major: number, minor: number): PostgresFix | null {
  const fixed = SECURITY_RELEASE.minors.get(major);
  if (fixed === undefined || minor >= fixed) return null;
  return { fixed_in: `${major}.${fixed}`, fixed_on: SECURITY_RELEASE.date };
}
