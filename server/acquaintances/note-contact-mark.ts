import { sql } from 'kysely';
import type { ContactKind } from '#contract/acquaintances/contact-identity.ts';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import { addPairs } from './add-pairs.ts';
import { storedIdentity } from './contact-hashes.ts';
import { queueSettling } from './queue-settling.ts';

/**
 * Records an address or mobile number that a member has proved to own, and hides the member from everybody who has it in
 * their contacts, and the other way round. Former ones stay, because acquaintances still have them.
 */
export async function noteContactMark(
  app: Pick<App, 'config' | 'jobs'>,
  tx: Tx,
  member: number,
  { kind, value }: { kind: ContactKind; value: string },
): Promise<void> {
  const { rows } = await sql`
    insert into contact_marks (hash, member_id) values (${storedIdentity(app.config.secret, kind, value)}, ${member})
    on conflict do nothing returning 1`.execute(tx);
  if (rows.length === 0) return;
  await addPairs(tx, 'other_id', member);
  await queueSettling(app, tx, member);
}
