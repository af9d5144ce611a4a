import { sql } from 'kysely';
import { addressKey, checkEmail } from '#contract/rules/account-rules.ts';
import { recordCommand } from '../../audit/index.ts';
import {
  dropFactors,
  employ,
  lockOwners,
  moveAccount,
  type NewOperator,
  operatorLoginPath,
} from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { type Tx, inTransaction } from '../../platform/database/index.ts';
import { createProfile } from '../../profiles/index.ts';
import { poolOf } from '../../site-settings/index.ts';

/**
 * Returns a single-use login link for the site's first owner, valid for an hour. The first call creates the
 * owner. `forgetFactors` resets the owner's second factor; that is safe because only a person who controls
 * the machine can run commands.
 */
export async function ownerLink(
  app: Pick<App, 'db' | 'config' | 'events' | 'parts'>,
  { forgetFactors = false, email }: { forgetFactors?: boolean; email?: string } = {},
): Promise<string> {
  const path = await inTransaction(app.db, async (tx) => {
    await lockOwners(tx);
    const owner =
      (await findOwner(tx)) ??
      (await engage(tx, { email: null, key: null, name: 'Operator', roles: ['owner'], language: 'en' }));
    if (forgetFactors) await dropFactors(app, tx, owner);
    if (email) await giveAddress(app, tx, owner, email);
    await recordCommand(tx, 'operator.link', {
      member: owner,
      details: { forgot_factors: forgetFactors, moved: email !== undefined },
    });
    return operatorLoginPath(tx, owner);
  });
  return app.config.publicUrl + path;
}

async function giveAddress(
  app: Pick<App, 'events' | 'parts'>,
  tx: Tx,
  owner: number,
  email: string,
): Promise<void> {
  if (checkEmail(email)) throw new Error(`${email} is not a valid email address.`);
  const key = addressKey(await poolOf(app), email);
  const { rows } = await sql`select 1 from members where email_key = ${key} and id <> ${owner}`.execute(tx);
  if (rows.length > 0)
    throw new Error(`${email} belongs to another account of this site. Operators need a separate account.`);
  await moveAccount(app, tx, owner, email);
}

async function findOwner(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{
    id: number;
  }>`select id from members where 'owner' = any(roles) and office_sites is null and status = 'active' order by id limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** Creates an operator: a member with roles whose profile is unlisted. */
export async function engage(tx: Tx, { name, ...account }: NewOperator & { name: string }): Promise<number> {
  const id = await employ(tx, account);
  await createProfile(tx, { id, name, gender: 'female', date_of_birth: '1985-01-01', country: 'NL' });
  return id;
}
