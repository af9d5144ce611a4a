import type { MailReturn } from './mail-returns/take-return.ts';

export type ProviderReport = Omit<MailReturn, 'member'> & { email: string };

type Json = Record<string, unknown>;

/**
 * Reads a mail provider's request: one Postmark record (`RecordType`) or SendGrid's list of events (`event`).
 * Skips everything except bounces and complaints (deliveries, opens). An unknown format returns an empty
 * list.
 */
export function readProviderReports(body: unknown): ProviderReport[] {
  const records = Array.isArray(body) ? body : [body];
  return records
    .filter((record): record is Json => typeof record === 'object' && record !== null)
    .map((record) =>
      'RecordType' in record ? postmark(record) : 'event' in record ? sendgrid(record) : null,
    )
    .filter((report) => report !== null);
}

const text = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '').slice(0, 500);

/**
 * https://postmarkapp.com/developer/webhooks/bounce-webhook: `Type` is the kind, `ID` identifies the record.
 */
function postmark(record: Json): ProviderReport | null {
  const [email, id, type] = [text(record['Email']), `postmark ${text(record['ID'])}`, text(record['Type'])];
  if (!email) return null;
  if (record['RecordType'] === 'SpamComplaint' || type === 'SpamComplaint')
    return { kind: 'complaint', status: null, email, id };
  if (record['RecordType'] !== 'Bounce') return null;
  if (type === 'HardBounce' || type === 'BadEmailAddress')
    return { kind: 'bounce', status: '5.1.1', email, id };
  return type === 'SoftBounce' || type === 'Transient' || type === 'DnsError'
    ? { kind: 'bounce', status: '4.0.0', email, id }
    : null;
}

/**
 * https://www.twilio.com/docs/sendgrid: a bounce of the type `blocked` is
 * about the mail itself, so the address stays valid.
 */
function sendgrid(record: Json): ProviderReport | null {
  const [email, id, event] = [
    text(record['email']),
    `sendgrid ${text(record['sg_event_id'])}`,
    text(record['event']),
  ];
  if (!email) return null;
  if (event === 'spamreport') return { kind: 'complaint', status: null, email, id };
  if (event !== 'bounce') return null;
  const status = /^[245]\.\d{1,3}\.\d{1,3}$/.exec(text(record['status']))?.[0] ?? '5.0.0';
  return { kind: 'bounce', status: record['type'] === 'blocked' ? '4.0.0' : status, email, id };
}
