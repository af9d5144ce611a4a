import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { NotificationType } from '#contract/enums.ts';
import type { Locale } from '#contract/locales.ts';
import type { MailSite } from '#mail/context.ts';
import { switchedOffBy, type TemplateName, type TemplateProps } from '#mail/index.ts';
import { renderMail } from '#mail/render.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { deliverOnce, forgetDeliveries, isDelivered, markDelivered } from './deliveries.ts';
import type { CronEntry, JobHandlers, Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import type { Outbox } from './outbox.ts';
import { createSigner } from '../signing.ts';

/** Somebody a mail goes to. */
export interface Recipient {
  email: string;
  /** Shown beside the address. */
  name?: string;
  locale: Locale;
  /** The member, where there is one: mails of a kind that can be switched off need it. */
  memberId?: number;
  /** Host of the site the member belongs to; null is the default site. */
  host?: string | null;
}

export interface Mailer {
  /** Queues a mail in the caller's transaction: it goes out exactly when that commits, once, and again and again while the mail server is away. */
  send<T extends TemplateName>(db: Db, template: T, to: Recipient, props: TemplateProps<T>): Promise<void>;
  jobs: JobHandlers;
  cron: CronEntry[];
}

/** Who a token of `List-Unsubscribe` speaks of. */
export interface Unsubscription {
  member: number;
  type: NotificationType;
}

export const UNSUBSCRIBE_PATH = '/api/unsubscribe.php';
const UNSUBSCRIBE_SECONDS = 180 * 24 * 3600;

interface MailJob {
  key: string;
  template: TemplateName;
  to: Recipient;
  props: unknown;
}

interface Parts {
  config: Pick<Config, 'mail' | 'publicUrl' | 'secret'>;
  db: Db;
  jobs: Pick<Jobs, 'add'>;
  outbox: Outbox;
  log: Log;
  /** How the site of a host calls itself in mails. */
  siteOf(host: string | null): Promise<MailSite & { mailName: string }>;
}

/** Sends by SMTP_URL when it is set, else into the outbox. */
export function createMailer({ config, db, jobs, outbox, log, siteOf }: Parts): Mailer {
  const transport = config.mail.smtpUrl ? createTransport(config.mail.smtpUrl, { disableFileAccess: true, disableUrlAccess: true }) : null;
  const signer = createSigner(config.secret, 'unsubscribe');
  const sender = addressOf(config.mail.from);

  async function deliver({ key, template, to, props }: MailJob): Promise<void> {
    if (transport && (await isDelivered(db, key))) return;
    const site = await siteOf(to.host ?? null);
    const type = switchedOffBy[template];
    const unsubscribeUrl =
      type && to.memberId !== undefined
        ? `${config.publicUrl}${UNSUBSCRIBE_PATH}?token=${signer.pack({ member: to.memberId, type } satisfies Unsubscription, UNSUBSCRIBE_SECONDS)}`
        : null;
    const mail = await renderMail(template, props as never, { locale: to.locale, site, publicUrl: config.publicUrl, unsubscribeUrl });
    if (!transport) {
      await deliverOnce(db, key, (tx) => outbox.put(tx, { kind: 'mail', to: to.email, ...mail }));
      return;
    }
    try {
      await transport.sendMail({
        from: { name: plainName(site.mailName), address: sender },
        to: { name: plainName(to.name ?? ''), address: to.email },
        ...mail,
        // The same for each try, so that a mail server which got it twice can tell.
        messageId: `<${key}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
        },
      });
    } catch (error) {
      if (!isFinal(error)) throw error;
      log.warn({ template, responseCode: (error as { responseCode?: number }).responseCode }, 'the mail server refuses this mail for good');
    }
    await markDelivered(db, key);
  }

  return {
    send: (within, template, to, props) =>
      jobs.add(within, 'mail', { key: randomUUID(), template, to, props } satisfies MailJob, { ...(to.memberId !== undefined && { member: to.memberId }) }),
    jobs: { mail: (job: MailJob) => deliver(job), 'forget-deliveries': () => forgetDeliveries(db) },
    cron: [{ job: 'forget-deliveries', at: '17 4 * * *' }],
  };
}

/** A name as a header can carry it: no line breaks, no signs that build an address. */
const plainName = (name: string) => name.replace(/[\p{Cc}\p{Zl}\p{Zp}<>"@,;:\\]+/gu, ' ').trim();

/** The address of `MAIL_FROM`, which may carry a name. */
const addressOf = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from.trim();

/** A permanent answer about this mail or this address: trying again would only annoy. */
function isFinal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
