import { sql } from 'kysely';
import type { ContactKind } from '#contract/acquaintances/contact-identity.ts';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import { addPairsOfMarked } from './add-pairs-of-marked.ts';
import { storedIdentity } from './contact-hashes.ts';
import { SETTLE_ACQUAINTANCES } from './pairs.ts';

/**
 * Records an address or mobile number that a member has proved to own, and hides the member from everybody who has it in
 * their contacts, and the other way round. Former ones stay, because acquaintances still have them.
 */
export async function noteContactMark(
  { config, jobs }: Pick<App, 'config' | 'jobs'>,
  tx: Tx,
  member: number,
  { kind, value }: { kind: ContactKind; value: string },
): Promise<void> {
  const { rows } = await sql`
    insert into contact_marks (hash, member_id) values (${storedIdentity(config.secret, kind, value)}, ${member})
    on conflict do nothing returning 1`.execute(tx);
  if (rows.length === 0) return;
  await addPairsOfMarked(tx, member);
  await jobs.add(tx, SETTLE_ACQUAINTANCES, { member }, { member });
}
