import { Redis } from 'ioredis';
import { createTransport } from 'nodemailer';
import type { Config } from '#server/platform/config.ts';

const TIMEOUT_MS = 5000;

export async function lookAtRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<string> {
  if (!redisUrl) return 'not used: this process stands alone';
  const redis = new Redis(redisUrl, { lazyConnect: true, connectTimeout: TIMEOUT_MS, maxRetriesPerRequest: 0, retryStrategy: null });
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw new Error('does not answer, so each process goes by its own view: start it, or mend REDIS_URL', { cause: reason ?? error });
  } finally {
    redis.disconnect();
  }
  return 'answers';
}

export async function lookAtMail({ mail }: Pick<Config, 'mail'>): Promise<string> {
  if (!mail.smtpUrl) return 'to the outbox: SMTP_URL is not set';
  const { hostname } = new URL(mail.smtpUrl);
  const transport = createTransport({ url: mail.smtpUrl, connectionTimeout: TIMEOUT_MS });
  try {
    await transport.verify();
  } catch (error) {
    throw new Error(`${hostname} refuses: look at SMTP_URL, its password and its port`, { cause: error });
  } finally {
    transport.close();
  }
  return `${hostname} takes our mails, sent as ${mail.from}`;
}

/** Asks each gateway something that costs nothing and says whether it knows us. */
export async function lookAtGateways({ gateways: { mollie, verotel, sandbox } }: Pick<Config, 'gateways'>): Promise<string> {
  const found: string[] = [];
  if (mollie) {
    const answer = await ask('Mollie', `${mollie.apiUrl}/v2/methods`, { authorization: `Bearer ${mollie.apiKey}` });
    if (answer.status === 401 || answer.status === 403) throw new Error('Mollie refuses MOLLIE_API_KEY: take the live key from its dashboard.');
    if (!answer.ok) throw new Error(`Mollie answers ${answer.status}: look at its status page; payments wait and are asked for again by themselves.`);
    found.push('Mollie knows our key');
  }
  if (verotel) {
    const answer = await ask('Verotel', verotel.url, {});
    if (answer.status >= 500)
      throw new Error(`Verotel answers ${answer.status}: look at its status page; payments wait and are asked for again by themselves.`);
    found.push('Verotel answers');
  }
  if (sandbox) found.push('the sandbox: nobody pays real money');
  return found.join(', ');
}

async function ask(name: string, address: string, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new Error(`${name} cannot be reached: look at the network and its firewall`, { cause: error });
  }
}
