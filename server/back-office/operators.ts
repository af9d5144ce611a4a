import { sql } from 'kysely';
import { checkEmail, emailKey, tidyName } from '#contract/rules/account-rules.ts';
import type { Role } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Operator as ListedOperator } from '#contract/office.ts';
import { dropFactors, employ, memberChanged, moveAccount, operatorLoginPath, setRoles, worksHere } from '../identity/index.ts';
import type { Operator } from '../moderation/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { createProfile } from '../profiles/index.ts';

/** Any number of its own: two processes that start at once make one owner. */
const OWNER_LOCK = 7_203_043;
/** How long an invitation works. */
const INVITATION_MINUTES = 24 * 60;

/**
 * The address that logs the site's first owner in, once, within the hour; the first call makes the owner. Whoever can run commands runs
 * the site, and may with `forgetFactors` let the owner set up a new second step.
 */
export async function ownerLink(
  app: Pick<App, 'db' | 'config' | 'events'>,
  { forgetFactors = false, email }: { forgetFactors?: boolean; email?: string } = {},
): Promise<string> {
  const { id, path } = await inTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${OWNER_LOCK})`.execute(tx);
    const owner = (await findOwner(tx)) ?? (await engage(tx, { email: null, name: 'Operator', roles: ['owner'], language: 'en' }));
    if (forgetFactors) await dropFactors(tx, owner);
    if (email) await giveAddress(tx, owner, email);
    return { id: owner, path: await operatorLoginPath(tx, owner) };
  });
  if (forgetFactors) memberChanged(app, id);
  return app.config.publicUrl + path;
}

/** The first owner comes without an address; copies of mails go to the one that is given here. */
async function giveAddress(tx: Tx, owner: number, email: string): Promise<void> {
  if (checkEmail(email)) throw new Error(`${email} is no e-mail address.`);
  const { rows } = await sql`select 1 from members where email_key = ${emailKey(email)} and id <> ${owner}`.execute(tx);
  if (rows.length > 0) throw new Error(`${email} belongs to another account of this site: operators have one for work only.`);
  await moveAccount(tx, owner, email);
}

/** Whether the site's first owner is the one that was planted with demo members. */
export async function isDemoOwner(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_demo: boolean }>`
    select is_demo from members where 'owner' = any(roles) and status = 'active' order by id limit 1`.execute(db);
  return rows[0]?.is_demo ?? false;
}

async function findOwner(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from members where 'owner' = any(roles) and status = 'active' order by id limit 1`.execute(tx);
  return rows[0]?.id;
}

/** Somebody who works here is a member with roles, whose profile is listed nowhere. */
async function engage(tx: Tx, { email, name, roles, language }: { email: string | null; name: string; roles: Role[]; language: Locale }): Promise<number> {
  const id = await employ(tx, { email, roles, language });
  await createProfile(tx, { id, name, gender: 'female', date_of_birth: '1985-01-01', country: 'NL' });
  return id;
}

/** GET /api/admin/operators.php: those who work here, in the order of their coming. */
export async function operatorsOf(db: Db): Promise<ListedOperator[]> {
  const { rows } = await sql<Omit<ListedOperator, 'last_seen'> & { last_seen: Date | null }>`
    select m.id, p.name, m.email, m.roles, m.status = 'active' as active, (select max(last_used_at) from sessions s where s.member_id = m.id) as last_seen
    from members m left join profiles p on p.id = m.id where m.roles <> '{}' order by m.id limit 500`.execute(db);
  return rows.map((row) => ({ ...row, last_seen: row.last_seen?.toISOString() ?? null }));
}

/**
 * POST /api/admin/operators.php: engages somebody and mails a link that logs in once, within a day. An address that works here
 * already gets a new link. Refuses `invalid_fields`; a member's address is refused: operators have an account for work only.
 */
export async function inviteOperator(
  app: App,
  operator: Operator,
  { email, name, roles }: { email: string; name: string; roles: Role[] },
  { locale, host }: { locale: Locale; host: string },
): Promise<number> {
  if (checkEmail(email)) throw refuseFields({ email: 'email_invalid' });
  if (roles.length === 0) throw refuseFields({ roles: 'required' });
  return inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: number; roles: Role[] }>`select id, roles from members where email_key = ${emailKey(email)} for update`.execute(tx);
    const known = rows[0];
    if (known && known.roles.length === 0) throw refuseFields({ email: 'email_taken' });
    const id = known?.id ?? (await engage(tx, { email, name: tidyName(name), roles, language: locale }));
    await operator.audit(tx, { member: id, details: { roles } });
    const path = await operatorLoginPath(tx, id, INVITATION_MINUTES);
    await app.mailer.send(tx, 'operator-invitation', { email: email.trim(), name, locale, host }, { name, path });
    return id;
  });
}

/** DELETE /api/admin/operator-factor.php: lets a colleague who lost the second step set up a new one. Refuses `not_found`. */
export async function forgetOperatorFactor(app: App, operator: Operator, id: number): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    if (!(await worksHere(tx, id))) throw refuse('not_found');
    await dropFactors(tx, id);
    await operator.audit(tx, { member: id });
  });
  memberChanged(app, id);
}

/** PUT /api/admin/operators.php: changes roles at once. Refuses `not_found`, `conflict` when no owner would be left. */
export async function changeOperator(app: App, operator: Operator, { id, roles }: { id: number; roles: Role[] }): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${OWNER_LOCK})`.execute(tx);
    const { rows } = await sql<{ id: number; roles: Role[] }>`select id, roles from members where roles <> '{}' and status = 'active' for update`.execute(tx);
    const found = rows.find((row) => row.id === id);
    if (!found) throw refuse('not_found');
    if (!roles.includes('owner') && !rows.some((row) => row.id !== id && row.roles.includes('owner'))) throw refuse('conflict');
    await setRoles(tx, id, [...new Set(roles)]);
    await operator.audit(tx, { member: id, details: { before: found.roles, after: roles } });
  });
  memberChanged(app, id);
}
