import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { examine, type Finding } from './doctor/examine.ts';
import { looksAt } from './doctor/looks.ts';

export const EXAMINATION = 'examine-installation';

/** These read the whole ledger and the whole backup repository, so the hourly examination leaves them out. */
const THOROUGH: readonly string[] = ['Ledger', 'Recovery'];

/** Examines the installation by the looks of `npm run doctor`, and stores the findings for the office and the alerts. */
export async function runExamination(app: App, { thorough }: { thorough: boolean }): Promise<void> {
  const all = looksAt({ app, config: app.config, ownerUrl: null });
  const looks = thorough ? all : all.filter(([name]) => !THOROUGH.includes(name));
  const findings: Finding[] = await Array.fromAsync(examine(looks));
  const places = new Map(all.map(([name], index) => [name, index]));
  await inTransaction(app.db, async (tx) => {
    await sql`delete from doctor_findings where name <> all (${[...places.keys()]}::text[])`.execute(tx);
    for (const { name, state, found } of findings)
      await sql`
        insert into doctor_findings (name, place, state, found) values (${name}, ${places.get(name) ?? 0}, ${state}, ${found})
        on conflict (name) do update set place = excluded.place, state = excluded.state, found = excluded.found, examined_at = app_now()`.execute(
        tx,
      );
  });
}
