import { ConfigError, type Env, optionalPort, readUrl, text } from '../environment.ts';

export interface MailSettings {
  /** Null sends mails to the outbox. */
  smtpUrl: string | null;
  from: string;
  /** MAIL_RETURN_DOMAIN: each recipient gets its own bounce address at this domain. Null disables this. */
  returnDomain: string | null;
  /**
   * MAIL_INBOUND_PORT: the port where this process receives bounces and complaints by SMTP. Null disables
   * it; with 0 the system chooses a free port.
   */
  inboundPort: number | null;
  inboundHost: string;
  /**
   * MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY: the DKIM signature of mails. Null sends them
   * unsigned.
   */
  dkim: { domainName: string; keySelector: string; privateKey: string } | null;
  /** MAIL_WEBHOOK_SECRET: the password of a mail provider's reports. Null rejects every report. */
  webhookSecret: string | null;
}

export const readMail = (env: Env, publicUrl: string): MailSettings => ({
  smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
  from: text(env, 'MAIL_FROM') ?? `no-reply@${new URL(publicUrl).hostname}`,
  returnDomain: text(env, 'MAIL_RETURN_DOMAIN'),
  inboundPort: optionalPort(env, 'MAIL_INBOUND_PORT', 0),
  inboundHost: text(env, 'MAIL_INBOUND_HOST') ?? text(env, 'HOST') ?? '127.0.0.1',
  dkim: readDkim(env),
  webhookSecret: readWebhookSecret(env),
});

/** Whoever knows it can stop any member's news. */
function readWebhookSecret(env: Env): string | null {
  const given = text(env, 'MAIL_WEBHOOK_SECRET');
  if (given !== null && given.length < 24)
    throw new ConfigError('MAIL_WEBHOOK_SECRET is too short: use at least 24 random characters.');
  return given;
}

/**
 * The key is PEM. Line breaks may be written as `\\n`, because some environments allow only single-line
 * variables.
 */
function readDkim(env: Env): MailSettings['dkim'] {
  const [domainName, keySelector, key] = ['MAIL_DKIM_DOMAIN', 'MAIL_DKIM_SELECTOR', 'MAIL_DKIM_KEY'].map(
    (name) => text(env, name),
  );
  if (!domainName && !keySelector && !key) return null;
  if (!domainName || !keySelector || !key) {
    throw new ConfigError(
      'MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY go together: set all three or none.',
    );
  }
  const privateKey = key.replaceAll('\\n', '\n');
  if (!privateKey.includes('PRIVATE KEY'))
    throw new ConfigError('MAIL_DKIM_KEY must be a private key in PEM format.');
  return { domainName, keySelector, privateKey };
}
