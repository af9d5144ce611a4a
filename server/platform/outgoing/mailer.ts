import { randomUUID } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import type { Locale } from '#contract/lists/locales.ts';
import { emailKey } from '#contract/rules/account-rules.ts';
import type { MailSite } from '#mail/context.ts';
import { type MailType, typeOf, type TemplateName, type TemplateProps } from '#mail/index.ts';
import { renderMail } from '#mail/render.ts';
import { isByForm, typedProps, type TypedMails, type TypedTemplate } from '#mail/typed-mails.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { withDeadline } from '../deadline.ts';
import { jobIn, type CronEntry, type JobHandlers, type Jobs } from '../jobs.ts';
import type { Limits } from '../limits.ts';
import type { Log } from '../log.ts';
import { seal, unseal } from '../sealing.ts';
import { createSigner } from '../signing.ts';
import { countMail } from './count-mail.ts';
import { deliverOnce, forgetDeliveries, isDelivered, markDelivered } from './deliveries.ts';
import { mayName, mayReach } from './mail-rule.ts';
import type { Outbox } from './outbox.ts';
import { createReturnPaths } from './return-path.ts';

/** An account as the recipient of a mail. `mayReach` decides whether a mail goes to its address. */
export interface Recipient {
  email: string;
  name?: string;
  locale: Locale;
  memberId: number;
  /** Host of the member's site; null is the default site. */
  host?: string | null;
}

/**
 * An address that anybody may have typed into a form. It has no name, because that would be typed text too.
 */
export interface TypedRecipient {
  email: string;
  locale: Locale;
  host: string | null;
}

export interface Mailer {
  /**
   * Queues a mail in the caller's transaction. It is sent once, exactly if that commits, and retried while
   * the mail server is unavailable. `words` replaces the operators' saved texts.
   */
  send<T extends TemplateName>(
    db: Db,
    template: T,
    to: Recipient,
    props: TemplateProps<T>,
    words?: Record<string, string>,
  ): Promise<void>;
  /**
   * Queues a mail to an address that anybody may have typed in. The mail contains none of that person's text. A mail
   * that a form alone causes is dropped if the address had several of its kind that day, because many senders together
   * could otherwise flood a stranger.
   */
  sendToTyped<T extends TypedTemplate>(
    db: Db,
    template: T,
    to: TypedRecipient,
    props: TypedMails[T],
  ): Promise<void>;
  jobs: JobHandlers;
  cron: CronEntry[];
}

export interface Unsubscription {
  member: number;
  type: MailType;
}

export const UNSUBSCRIBE_PATH = '/api/unsubscribe.php';
/**
 * The mail client's own timeouts end only a silent connection, not one to a server that sends a little each
 * minute.
 */
const SMTP_MS = 2 * 60_000;
/** Mails of one kind that forms alone cause to one address. */
const BY_FORMS = { points: 5, seconds: 86_400 };
const UNSUBSCRIBE_SECONDS = 180 * 24 * 3600;

/** Tokens in queued mails are encrypted with a key derived for this purpose. */
const LINK_TOKENS = 'tokens of mails';

/** The recipient in a job. `memberId` is absent for an address that was typed into a form. */
type QueuedRecipient = Omit<Recipient, 'memberId'> & { memberId?: number };

type AnyProps = TemplateProps<TemplateName>;

interface MailJob {
  key: string;
  template: TemplateName;
  to: QueuedRecipient;
  props: AnyProps;
  words?: Record<string, string>;
  /** The link's token is encrypted, since a job may stay in the queue, and in a backup, for days. */
  sealed?: true;
}

interface Parts {
  config: Pick<Config, 'mail' | 'publicUrl' | 'secret'>;
  db: Db;
  jobs: Pick<Jobs, 'add'>;
  limits: Limits;
  outbox: Outbox;
  log: Log;
  siteOf(host: string | null): Promise<MailSite & { mailName: string }>;
  wordsOf?(asked: {
    template: TemplateName;
    host: string | null;
    language: Locale;
  }): Promise<Record<string, string>>;
  /**
   * Called when the mail server permanently rejects a member's address, with the status code if it gave one
   * (`5.1.1`).
   */
  onRefused?(to: { member: number; email: string; status: string | null; key: string }): Promise<void>;
}

export function createMailer({
  config,
  db,
  jobs,
  limits,
  outbox,
  log,
  siteOf,
  wordsOf,
  onRefused,
}: Parts): Mailer {
  const transport = lazyTransport(config.mail);
  const sender = addressOf(config.mail.from);
  const linksOf = createLinks(config.secret);

  async function deliver(job: MailJob): Promise<void> {
    const { key, template, to } = job;
    const props = openProps(config.secret, job);
    if (transport && (await isDelivered(db, key))) return;
    if (to.memberId !== undefined && !(await mayReach(db, to.memberId, template))) return;
    const host = to.host ?? null;
    const [site, words] = await Promise.all([
      siteOf(host),
      job.words ?? wordsOf?.({ template, host, language: to.locale }),
    ]);
    const publicUrl = site.origin ?? config.publicUrl;
    const links = linksOf(template, to, publicUrl);
    const mail = await renderMail(template, props, {
      locale: to.locale,
      site,
      publicUrl,
      unsubscribeUrl: links.unsubscribeUrl,
      words,
    });
    if (!transport) {
      await deliverOnce(db, key, async (tx) => {
        await outbox.put(tx, { kind: 'mail', to: to.email, ...mail });
        await countMail(tx, 'sent');
      });
      return;
    }
    const message = messageOf({
      key,
      to,
      site,
      mail,
      sender,
      returnDomain: config.mail.returnDomain,
      ...links,
    });
    const refusal = await handOver(await transport(), message);
    if (refusal) await reportRefusal({ log, onRefused }, job, refusal);
    if (await markDelivered(db, key)) await countMail(db, refusal ? 'bounced' : 'sent');
  }

  const enqueue = (within: Db, ...mail: MailToQueue) =>
    jobs.add(within, 'mail', ...jobOf(config.secret, ...mail));

  return {
    send: (within, template, to, props, words) => enqueue(within, template, to, props, words),
    async sendToTyped(within, template, { email, locale, host }, props) {
      const isFlood =
        isByForm[template](props) &&
        (await limits.limit('mails-by-forms', BY_FORMS).take(`${template} ${emailKey(email)}`)) !== null;
      if (!isFlood) await enqueue(within, template, { email, locale, host }, typedProps[template](props));
    },
    jobs: {
      mail: jobIn('mail', (job: MailJob) => deliver(job)),
      'forget-deliveries': () => forgetDeliveries(db),
    },
    cron: [{ job: 'forget-deliveries', at: '17 4 * * *' }],
  };
}

type MailToQueue = [
  template: TemplateName,
  to: QueuedRecipient,
  props: AnyProps,
  words?: Record<string, string> | undefined,
];

function jobOf(secret: string, ...[template, to, props, words]: MailToQueue) {
  const key = randomUUID();
  const recipient = mayName(template) ? to : { ...to, name: '' };
  const job: MailJob = {
    key,
    template,
    to: recipient,
    ...(words && { words }),
    ...sealToken(secret, key, props),
  };
  const options = { ...(to.memberId !== undefined && { member: to.memberId }), names: namedIn(props) };
  return [job, options] as const;
}

function namedIn(props: AnyProps): number[] {
  const from = 'from' in props ? [props.from] : [];
  const people = 'people' in props ? props.people : [];
  const inSections = 'sections' in props ? props.sections.flatMap((section) => section.people) : [];
  return [...from, ...people, ...inSections].map(({ id }) => id);
}

function sealToken<P extends object>(secret: string, key: string, props: P): { props: P; sealed?: true } {
  if (!('token' in props) || typeof props.token !== 'string') return { props };
  return {
    props: { ...props, token: seal(secret, LINK_TOKENS, key, props.token).toString('base64url') },
    sealed: true,
  };
}

function openProps(secret: string, { key, sealed, props }: MailJob): AnyProps {
  if (!sealed || !('token' in props) || !props.token) return props;
  return { ...props, token: unseal(secret, LINK_TOKENS, key, Buffer.from(props.token, 'base64url')) };
}

/** Returns a function that opens the transport on first use, or null if mails go to the outbox only. */
function lazyTransport({ smtpUrl, dkim }: Config['mail']): (() => Promise<Transporter>) | null {
  if (!smtpUrl) return null;
  const open = async () =>
    (await import('nodemailer')).createTransport(smtpUrl, {
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim ? { dkim } : {}),
    });
  let opened: Promise<Transporter> | undefined;
  const forget = (error: unknown) => {
    opened = undefined;
    throw error;
  };
  return () => (opened ??= open().catch(forget));
}

/** A mail server's permanent refusal. Without a status (undefined) it refused the mail, not the address. */
interface Refusal {
  code: number | undefined;
  status: string | null | undefined;
}

async function reportRefusal(
  { log, onRefused }: Pick<Parts, 'log' | 'onRefused'>,
  { key, template, to }: MailJob,
  { code, status }: Refusal,
): Promise<void> {
  log.warn({ template, responseCode: code }, 'the mail server refused this mail permanently');
  if (status !== undefined && to.memberId !== undefined)
    await onRefused?.({ member: to.memberId, email: to.email, status, key });
}

/**
 * Hands a mail to the mail server. Returns null if the server takes it, or its permanent refusal. Throws an error without
 * addresses if it should be tried again.
 */
async function handOver(
  transport: Transporter,
  message: ReturnType<typeof messageOf>,
): Promise<Refusal | null> {
  try {
    await withDeadline(SMTP_MS, 'Sending a mail', () => transport.sendMail(message));
    return null;
  } catch (error) {
    if (!isFinal(error)) throw withoutAddress(error);
    return { code: (error as { responseCode?: number }).responseCode, status: refusedAddress(error) };
  }
}

interface Links {
  returnPath: string | null;
  unsubscribeUrl: string | null;
}

/** Returns a function that makes the links of a mail to a member; a typed address has none. */
function createLinks(secret: string) {
  const signer = createSigner(secret, 'unsubscribe');
  const returnPaths = createReturnPaths(secret);
  return (template: TemplateName, { memberId: member, email }: QueuedRecipient, publicUrl: string): Links => {
    const type = typeOf(template);
    if (member === undefined) return { returnPath: null, unsubscribeUrl: null };
    const token = type && signer.pack({ member, type } satisfies Unsubscription, UNSUBSCRIBE_SECONDS);
    return {
      returnPath: returnPaths.make(member, email),
      unsubscribeUrl: token && `${publicUrl}${UNSUBSCRIBE_PATH}?token=${token}`,
    };
  };
}

interface Envelope extends Links {
  key: string;
  to: QueuedRecipient;
  site: MailSite & { mailName: string };
  mail: Awaited<ReturnType<typeof renderMail>>;
  sender: string;
  returnDomain: string | null;
}

const messageOf = ({ key, to, site, mail, sender, returnDomain, returnPath, unsubscribeUrl }: Envelope) => ({
  from: { name: plainName(site.mailName), address: site.from ? addressOf(site.from) : sender },
  to: { name: plainName(to.name ?? ''), address: to.email },
  ...(site.replyTo ? { replyTo: site.replyTo } : {}),
  ...(returnPath && returnDomain
    ? { envelope: { from: `${returnPath}@${returnDomain}`, to: to.email } }
    : {}),
  ...mail,
  // The same on each attempt, so that a mail server can detect duplicates.
  messageId: `<${key}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    // Complaints arrive with redacted addresses, but preserve this header in the mail they repeat.
    ...(returnPath ? { 'X-Report-Token': returnPath } : {}),
    ...(unsubscribeUrl
      ? {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : {}),
  },
});

/**
 * The status code of a rejected address, null if it has none. Undefined if the server rejected the mail
 * instead.
 */
function refusedAddress(error: unknown): string | null | undefined {
  const { command, response = '' } = error as { command?: string; response?: string };
  return command === 'RCPT TO' ? (/\b5\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0] ?? null) : undefined;
}

/** A name that is safe in a header: no line breaks and no characters with a meaning in addresses. */
const plainName = (name: string) => name.replace(/[\p{Cc}\p{Zl}\p{Zp}<>"@,;:\\]+/gu, ' ').trim();

const addressOf = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from.trim();

/**
 * The loggable error of a failed attempt. Mail servers repeat the address they reject, so their text is
 * omitted.
 */
function withoutAddress(error: unknown): Error {
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string };
  return new Error(
    `The mail server did not take a mail: ${[responseCode, code, command].filter((part) => part !== undefined).join(' ')}.`,
  );
}

function isFinal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
