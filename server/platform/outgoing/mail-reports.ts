import PostalMime from 'postal-mime';
import type { Returned, ReturnPaths } from './return-path.ts';

export interface MailReport {
  /**
   * `bounce`: not delivered, with the status code of RFC 3463 (`5.1.1`). `complaint`: the recipient reported
   * it as spam.
   */
  kind: 'bounce' | 'complaint';
  status: string | null;
  about: Returned;
  id: string;
}

/** Recipients with the action `delayed` or `relayed` have not bounced. */
const FAILED = /^Action:\s*failed\b/im;
const STATUS = /^Status:\s*([245]\.\d{1,3}\.\d{1,3})/im;

/**
 * Parses a delivery status notification (RFC 3464) or an abuse report (ARF, RFC 5965). Returns null for other
 * mail, such as out-of-office replies, spam and delay notices. `recipients` are the envelope recipients.
 */
export async function readMailReport(
  raw: string | Uint8Array,
  recipients: string[],
  paths: ReturnPaths,
): Promise<MailReport | null> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' });
  const parts = mail.attachments.map(({ mimeType, content }) => ({
    mimeType: mimeType.toLowerCase(),
    content: String(content),
  }));
  const part = (type: string) => parts.find(({ mimeType }) => mimeType === type)?.content ?? null;
  const id = mail.messageId ?? `${mail.date ?? ''} ${recipients.join()}`;
  const source = typeof raw === 'string' ? raw : Buffer.from(raw).toString('latin1');

  const feedback = part('message/feedback-report');
  if (feedback !== null) {
    // Providers redact the reader's address in the mail they return. The return path, or our own header,
    // still identifies it.
    const about = paths.findIn(
      [feedback, ...parts.map(({ content }) => content), ...recipients, source].join('\n'),
    )[0];
    return about &&
      /^Feedback-Type:\s*(abuse|fraud|virus|other|not-spam)?/im.test(feedback) &&
      !/^Feedback-Type:\s*not-spam/im.test(feedback)
      ? { kind: 'complaint', status: null, about, id }
      : null;
  }
  const delivery = part('message/delivery-status');
  if (delivery === null || !FAILED.test(delivery)) return null;
  const about = paths.findIn([...recipients, source].join('\n'))[0];
  return about ? { kind: 'bounce', status: STATUS.exec(delivery)?.[1] ?? null, about, id } : null;
}
