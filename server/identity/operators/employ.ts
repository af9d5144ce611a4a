import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { Role } from '#contract/lists/roles.ts';
import type { AddressKey } from '#contract/rules/account-rules.ts';
import type { Tx } from '../../platform/database/index.ts';

export interface NewOperator {
  email: string | null;
  /** The address within the default site's pool, to which operators' accounts belong. */
  key: AddressKey | null;
  roles: Role[];
  /** Null for all sites. */
  sites?: string[] | null;
  language: Locale;
}

export async function employ(
  tx: Tx,
  { email, key, roles, sites = null, language }: NewOperator,
): Promise<number> {
  const { id } = await tx
    .insertInto('members')
    .values({
      email: email?.trim() ?? null,
      email_key: key,
      status: 'active',
      language,
      roles,
      office_sites: sites,
      confirmed_at: sql<Date>`app_now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
