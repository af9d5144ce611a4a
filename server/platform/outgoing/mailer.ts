import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { NotificationType } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { MailSite } from '#mail/context.ts';
import { typeOf, type TemplateName, type TemplateProps } from '#mail/index.ts';
import { renderMail } from '#mail/render.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { deliverOnce, forgetDeliveries, isDelivered, markDelivered } from './deliveries.ts';
import type { CronEntry, JobHandlers, Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import { mayReach } from './mail-rule.ts';
import type { Outbox } from './outbox.ts';
import { seal, unseal } from '../sealing.ts';
import { createSigner } from '../signing.ts';
import { createReturnPaths } from './return-path.ts';

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

/** What the key that seals tokens is for. */
const LINK_TOKENS = 'tokens of mails';

interface MailJob {
  key: string;
  template: TemplateName;
  to: Recipient;
  props: unknown;
  /** The link's token is sealed: a job may lie in the queue, and in a backup, for days. */
  sealed?: true;
}

interface Parts {
  config: Pick<Config, 'mail' | 'publicUrl' | 'secret'>;
  db: Db;
  jobs: Pick<Jobs, 'add'>;
  outbox: Outbox;
  log: Log;
  /** How the site of a host calls itself in mails. */
  siteOf(host: string | null): Promise<MailSite & { mailName: string }>;
  /** An operator's words for a mail, in place of the standard ones; none where it is left out. */
  wordsOf?(asked: { template: TemplateName; host: string | null; language: Locale }): Promise<Record<string, string>>;
  /** Hears that the mail server refused a member's address for good, with the status code where it named one (`5.1.1`). */
  onRefused?(to: { member: number; email: string; status: string | null; key: string }): Promise<void>;
}

/** Sends by SMTP_URL when it is set, else into the outbox. */
export function createMailer({ config, db, jobs, outbox, log, siteOf, wordsOf, onRefused }: Parts): Mailer {
  const transport = config.mail.smtpUrl
    ? createTransport(config.mail.smtpUrl, {
        disableFileAccess: true,
        disableUrlAccess: true,
        ...(config.mail.dkim ? { dkim: config.mail.dkim } : {}),
      })
    : null;
  const signer = createSigner(config.secret, 'unsubscribe');
  const sender = addressOf(config.mail.from);
  const returnPaths = createReturnPaths(config.secret);

  async function deliver({ key, template, to, sealed, props: kept }: MailJob): Promise<void> {
    const props = sealed ? openToken(config.secret, key, kept as { token: string }) : kept;
    if (transport && (await isDelivered(db, key))) return;
    if (to.memberId !== undefined && !(await mayReach(db, to.memberId, template))) return;
    const host = to.host ?? null;
    const [site, words] = await Promise.all([siteOf(host), wordsOf?.({ template, host, language: to.locale })]);
    const publicUrl = site.origin ?? config.publicUrl;
    const type = typeOf(template);
    const returnPath = to.memberId === undefined ? null : returnPaths.make(to.memberId, to.email);
    const unsubscribeUrl =
      type && to.memberId !== undefined
        ? `${publicUrl}${UNSUBSCRIBE_PATH}?token=${signer.pack({ member: to.memberId, type } satisfies Unsubscription, UNSUBSCRIBE_SECONDS)}`
        : null;
    const mail = await renderMail(template, props as never, { locale: to.locale, site, publicUrl, unsubscribeUrl, words });
    if (!transport) {
      await deliverOnce(db, key, (tx) => outbox.put(tx, { kind: 'mail', to: to.email, ...mail }));
      return;
    }
    try {
      await transport.sendMail({
        from: { name: plainName(site.mailName), address: site.from ? addressOf(site.from) : sender },
        to: { name: plainName(to.name ?? ''), address: to.email },
        ...(site.replyTo ? { replyTo: site.replyTo } : {}),
        ...(returnPath && config.mail.returnDomain ? { envelope: { from: `${returnPath}@${config.mail.returnDomain}`, to: to.email } } : {}),
        ...mail,
        // The same for each try, so that a mail server which got it twice can tell.
        messageId: `<${key}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          // Complaints come back with addresses taken out; this stays in the mail they repeat.
          ...(returnPath ? { 'X-Report-Token': returnPath } : {}),
          ...(unsubscribeUrl ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
        },
      });
    } catch (error) {
      if (!isFinal(error)) throw withoutAddress(error);
      log.warn({ template, responseCode: (error as { responseCode?: number }).responseCode }, 'the mail server refuses this mail for good');
      const { command, response = '' } = error as { command?: string; response?: string };
      if (command === 'RCPT TO' && to.memberId !== undefined)
        await onRefused?.({ member: to.memberId, email: to.email, status: /\b5\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0] ?? null, key });
    }
    await markDelivered(db, key);
  }

  return {
    send(within, template, to, props) {
      const key = randomUUID();
      const job = { key, template, to, ...sealToken(config.secret, key, props) } satisfies MailJob;
      return jobs.add(within, 'mail', job, { ...(to.memberId !== undefined && { member: to.memberId }), names: namedIn(props as object) });
    },
    jobs: { mail: (job: MailJob) => deliver(job), 'forget-deliveries': () => forgetDeliveries(db) },
    cron: [{ job: 'forget-deliveries', at: '17 4 * * *' }],
  };
}

/** The members whom a mail tells its reader of. */
function namedIn({ from, people = [] }: { from?: { id: number }; people?: { id: number }[] }): number[] {
  return [...(from ? [from] : []), ...people].map(({ id }) => id);
}

/** Seals the token of a mail's link, where there is one. */
function sealToken(secret: string, key: string, props: object): { props: object; sealed?: true } {
  if (!('token' in props) || typeof props.token !== 'string') return { props };
  return { props: { ...props, token: seal(secret, LINK_TOKENS, key, props.token).toString('base64url') }, sealed: true };
}

const openToken = (secret: string, key: string, props: { token: string }): object => ({
  ...props,
  token: unseal(secret, LINK_TOKENS, key, Buffer.from(props.token, 'base64url')),
});

/** A name as a header can carry it: no line breaks, no signs that build an address. */
const plainName = (name: string) => name.replace(/[\p{Cc}\p{Zl}\p{Zp}<>"@,;:\\]+/gu, ' ').trim();

/** The address of `MAIL_FROM`, which may carry a name. */
const addressOf = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from.trim();

/** What the job's log may say of a failed try: mail servers repeat the address they refuse. */
function withoutAddress(error: unknown): Error {
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string };
  return new Error(`The mail server did not take a mail: ${[responseCode, code, command].filter((part) => part !== undefined).join(' ')}.`);
}

/** A permanent answer about this mail or this address: trying again would only annoy. */
function isFinal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
