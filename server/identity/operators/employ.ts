import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { Role } from '#contract/lists/roles.ts';
import { emailKey } from '#contract/rules/account-rules.ts';
import type { Tx } from '../../platform/database/index.ts';

export async function employ(
  tx: Tx,
  { email, roles, language }: { email: string | null; roles: Role[]; language: Locale },
): Promise<number> {
  const { id } = await tx
    .insertInto('members')
    .values({
      email: email?.trim() ?? null,
      email_key: email && emailKey(email),
      status: 'active',
      language,
      roles,
      confirmed_at: sql<Date>`app_now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
