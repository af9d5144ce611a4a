import PostalMime from 'postal-mime';
import type { Returned, ReturnPaths } from './return-path.ts';

/** What came back about a mail of ours. */
export interface MailReport {
  /** `bounce`: not delivered, with the status code of RFC 3463 (`5.1.1`). `complaint`: its reader called it spam. */
  kind: 'bounce' | 'complaint';
  status: string | null;
  about: Returned;
  /** The report's own name: the same report is counted once however often it comes. */
  id: string;
}

/** Recipients whose delivery goes on (`delayed`, `relayed`) have not bounced. */
const FAILED = /^Action:\s*failed\b/im;
const STATUS = /^Status:\s*([245]\.\d{1,3}\.\d{1,3})/im;

/**
 * Reads a delivery status notification (RFC 3464) or an abuse report (ARF, RFC 5965). Null for everything else that
 * comes to such an address: out-of-office notes, spam, notes of a delay. `recipients` are the addresses it came to.
 */
export async function readMailReport(raw: string | Uint8Array, recipients: string[], paths: ReturnPaths): Promise<MailReport | null> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' });
  const parts = mail.attachments.map(({ mimeType, content }) => ({ mimeType: mimeType.toLowerCase(), content: String(content) }));
  const part = (type: string) => parts.find(({ mimeType }) => mimeType === type)?.content ?? null;
  const id = mail.messageId ?? `${mail.date ?? ''} ${recipients.join()}`;
  const source = typeof raw === 'string' ? raw : Buffer.from(raw).toString('latin1');

  const feedback = part('message/feedback-report');
  if (feedback !== null) {
    // Providers take the reader's address out of the mail they return: the return path, or our own header, still names it.
    const about = paths.findIn([feedback, ...parts.map(({ content }) => content), ...recipients, source].join('\n'))[0];
    return about && /^Feedback-Type:\s*(abuse|fraud|virus|other|not-spam)?/im.test(feedback) && !/^Feedback-Type:\s*not-spam/im.test(feedback)
      ? { kind: 'complaint', status: null, about, id }
      : null;
  }
  const delivery = part('message/delivery-status');
  if (delivery === null || !FAILED.test(delivery)) return null;
  const about = paths.findIn([...recipients, source].join('\n'))[0];
  return about ? { kind: 'bounce', status: STATUS.exec(delivery)?.[1] ?? null, about, id } : null;
}
