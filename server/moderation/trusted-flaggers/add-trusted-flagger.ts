import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { checkEmail } from '#contract/rules/account-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import type { Operator } from '../operator.ts';
import { mailFlaggerLink } from './flagger-link.ts';

/**
 * POST /api/admin/trusted-flaggers: adds a trusted flagger and mails the link. A repeat with the same id changes and mails
 * nothing. Throws `invalid_fields` without a name or for an invalid address.
 */
export async function addTrustedFlagger(
  app: Pick<App, 'config' | 'db' | 'mailer'>,
  operator: Operator,
  { id, country, language, ...typed }: CallBody<'addTrustedFlagger'>,
  host: string,
): Promise<void> {
  const [name, email] = [typed.name.trim(), typed.email.trim()];
  if (name === '') throw refuseFields({ name: 'required' });
  if (checkEmail(email)) throw refuseFields({ email: 'email_invalid' });
  await inTransaction(app.db, async (tx) => {
    const { numAffectedRows } = await sql`
      insert into trusted_flaggers (id, name, email, country, language, created_by)
      values (${id}, ${name}, ${email}, ${country}, ${language}, ${operator.id}) on conflict (id) do nothing`.execute(
      tx,
    );
    if (numAffectedRows === 0n) return;
    await mailFlaggerLink(app, tx, { id, version: 1, email, locale: language, host });
    await operator.audit(tx, { object: id, details: { name } });
  });
}
