import type { Config } from '../../platform/config.ts';

const TIMEOUT_MS = 5000;

export async function lookAtRedis({ redis: address }: Pick<Config, 'redis'>): Promise<string> {
  if (!address) return 'not used: there is only this process';
  const { openRedis } = await import('../../platform/live/redis.ts');
  const redis = openRedis(address, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  });
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw new Error(
      'does not respond, so processes do not share limits and events: start it, or correct REDIS_URL and REDIS_SENTINELS',
      {
        cause: reason ?? error,
      },
    );
  } finally {
    redis.disconnect();
  }
  return 'responds';
}

export async function lookAtMail({ mail }: Pick<Config, 'mail'>): Promise<string> {
  if (!mail.smtpUrl) return 'goes to the outbox: SMTP_URL is not set';
  const { hostname } = new URL(mail.smtpUrl);
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: mail.smtpUrl, connectionTimeout: TIMEOUT_MS });
  try {
    await transport.verify();
  } catch (error) {
    throw new Error(`${hostname} takes no mail: check SMTP_URL, its password and its port`, {
      cause: error,
    });
  } finally {
    transport.close();
  }
  return `${hostname} accepts mails from ${mail.from}`;
}
