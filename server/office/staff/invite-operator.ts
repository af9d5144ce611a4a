import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { Role } from '#contract/lists/roles.ts';
import {
  isLimited,
  NOTHING_ALLOWED,
  type OperatorLimits,
  raisesBeyond,
} from '#contract/office/operator-limits.ts';
import { addressKey, checkEmail, checkOperatorName, tidyName } from '#contract/rules/account-rules.ts';
import { type Sites, isWithinSites } from '#contract/rules/site-scope-rules.ts';
import { checkOfficialName } from '#contract/word-patterns/official-names.ts';
import {
  limitsOf,
  lockOwners,
  operatorLoginToken,
  reemploy,
  setLanguages,
  setLimits,
} from '../../identity/index.ts';
import type { Operator } from '../../moderation/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { poolOf, settingsOf } from '../../site-settings/index.ts';
import { knownSites } from './known-sites.ts';
import { engage } from './owner-link.ts';

const INVITATION_MINUTES = 24 * 60;

interface Invitation {
  email: string;
  name: string;
  roles: Role[];
  sites?: Sites;
  languages?: readonly string[];
  /** By default those of the calling operator. */
  limits?: OperatorLimits;
}

/**
 * POST /api/admin/operators: adds an operator and mails a single-use login link, valid for a day, which
 * invalidates earlier ones. An existing operator gets a new link and keeps the present roles and sites; a
 * dismissed one is employed again. Throws `invalid_fields` for an invalid field, and for the address of a member,
 * because operators need a separate account, or of an operator beyond the sites of the calling one, and
 * `beyond_own_limits` for limits above those of the calling one.
 */
export async function inviteOperator(
  app: App,
  operator: Operator & { sites: Sites },
  { email, name, roles, sites: wanted = null, languages = [], limits: wantedLimits }: Invitation,
  { locale, host }: { locale: Locale; host: string },
): Promise<number> {
  if (checkEmail(email)) throw refuseFields({ email: 'email_invalid' });
  const nameProblem =
    checkOperatorName(name, email) ?? checkOfficialName(name, (await settingsOf(app, host)).name);
  if (nameProblem) throw refuseFields({ name: nameProblem });
  if (roles.length === 0) throw refuseFields({ roles: 'required' });
  return inTransaction(app.db, async (tx) => {
    await lockOwners(tx);
    const sites = await knownSites(tx, wanted);
    const own = await limitsOf(tx, operator.id);
    const limits = wantedLimits ?? own;
    if (raisesBeyond(own, NOTHING_ALLOWED, limits)) throw refuse('beyond_own_limits');
    const { id, details } = await invited(
      app,
      tx,
      { email, name: tidyName(name), roles, sites, languages, limits, language: locale },
      operator.sites,
    );
    await operator.audit(tx, { member: id, details });
    const token = await operatorLoginToken(tx, id, INVITATION_MINUTES);
    await app.mailer.send(
      tx,
      'operator-invitation',
      { email: email.trim(), name, locale, memberId: id, host },
      { name, token },
    );
    return id;
  });
}

async function invited(
  app: App,
  tx: Tx,
  wanted: {
    email: string;
    name: string;
    roles: Role[];
    sites: string[] | null;
    languages: readonly string[];
    limits: OperatorLimits;
    language: Locale;
  },
  own: Sites,
): Promise<{ id: number; details: Record<string, unknown> }> {
  const key = addressKey(await poolOf(app), wanted.email);
  const { rows } = await sql<{
    id: number;
    roles: Role[];
    sites: string[] | null;
    active: boolean;
    dismissed: boolean;
  }>`
    select id, roles, office_sites as sites, status = 'active' as active, dismissed_at is not null as dismissed
    from members where email_key = ${key} for update`.execute(tx);
  const known = rows[0];
  const restrictions = {
    ...(wanted.languages.length > 0 && { languages: wanted.languages }),
    ...(isLimited(wanted.limits) && { limits: wanted.limits }),
  };
  if (!known) {
    const id = await engage(tx, { ...wanted, key });
    await setLanguages(app, tx, id, wanted.languages);
    await setLimits(tx, id, wanted.limits);
    return { id, details: { roles: wanted.roles, sites: wanted.sites, ...restrictions } };
  }
  if (!isWithinSites(own, known.sites)) throw refuseFields({ email: 'email_taken' });
  if (known.roles.length > 0 && known.active)
    return { id: known.id, details: { roles: known.roles, again: true } };
  if (known.roles.length === 0 && !known.dismissed) throw refuseFields({ email: 'email_taken' });
  await reemploy(app, tx, known.id, wanted);
  await setLanguages(app, tx, known.id, wanted.languages);
  await setLimits(tx, known.id, wanted.limits);
  const { roles, sites } = wanted;
  return {
    id: known.id,
    details: { before: known.roles, roles, sites_before: known.sites, sites, ...restrictions },
  };
}
