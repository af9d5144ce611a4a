import { sql } from 'kysely';
import type { AcquaintanceImport } from '#contract/acquaintances/calls.ts';
import { CONTACTS_PER_MEMBER } from '#contract/acquaintances/contact-identity.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { storedHash } from './contact-hashes.ts';
import { countContacts } from './count-contacts.ts';
import { lockContacts } from './pairs.ts';
import { queueSettling } from './queue-settling.ts';

/**
 * POST /api/acquaintances.php: stores a list of contacts. The pairs are written by a job, so that neither the answer nor
 * its duration depends on how many of them are members. A repeat with the same `client_id` changes nothing. Throws
 * `too_many_contacts`.
 */
export async function addAcquaintances(
  app: Pick<App, 'config' | 'db' | 'jobs'>,
  member: number,
  { client_id: clientId, hashes }: { client_id: string; hashes: readonly string[] },
): Promise<AcquaintanceImport> {
  const stored = [...new Set(hashes)].map((hash) =>
    storedHash(app.config.secret, Buffer.from(hash, 'base64url')),
  );
  return inTransaction(app.db, async (tx) => {
    await lockContacts(tx, member);
    const before = await importOf(tx, member, clientId);
    if (before) return before;
    const known = await countContacts(tx, member);
    if (known + stored.length > CONTACTS_PER_MEMBER)
      throw refuse('too_many_contacts', { most: CONTACTS_PER_MEMBER });
    await sql`
      with added as (
        insert into acquaintance_imports (member_id, client_id, contacts) values (${member}, ${clientId}, ${stored.length}) returning id
      )
      insert into acquaintance_contacts (import_id, hash, member_id)
      select added.id, hash, ${member} from added, unnest(${stored}::bytea[]) hash`.execute(tx);
    await queueSettling(app, tx, member);
    const added = await importOf(tx, member, clientId);
    if (!added) throw new Error('The import was not stored.');
    return added;
  });
}

async function importOf(tx: Tx, member: number, clientId: string): Promise<AcquaintanceImport | null> {
  const found = await tx
    .selectFrom('acquaintance_imports')
    .where('member_id', '=', member)
    .where('client_id', '=', clientId)
    .select(['id', 'contacts', 'created_at'])
    .executeTakeFirst();
  return found ? { ...found, created_at: found.created_at.toISOString() } : null;
}
