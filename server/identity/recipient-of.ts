import type { Recipient } from '../platform/outgoing/mailer.ts';
import type { Account } from './accounts.ts';

export const recipientOf = ({ id, email, name, language, host }: Account): Recipient & { name: string } => ({
  email,
  name,
  locale: language,
  memberId: id,
  host,
});
