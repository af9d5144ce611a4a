import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { freePort, startSite, type RunningSite } from '#support/running-site.ts';
import { missingMailServer, startMailServer, type MailServer } from '#support/services/mail/postfix.ts';

// The site sends through Postfix, whose OpenDKIM verifies the signatures, and receives Postfix's own report about a mail
// that the next server refused.

const missing = missingMailServer.length > 0 ? ` (missing here: ${missingMailServer.join(', ')})` : '';

describe.skipIf(missing)(`a site that sends mail through Postfix${missing}`, () => {
  let mailServer: MailServer;
  let site: RunningSite;
  let refuser: SMTPServer;

  beforeAll(async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    refuser = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('5.1.1 The mailbox is gone'), { responseCode: 550 })),
    });
    refuser.listen(0, '127.0.0.1');
    await once(refuser.server, 'listening');
    const inbound = await freePort();
    mailServer = await startMailServer({
      domain: 'example.test',
      routes: {
        [emailOf('bram')]: (refuser.server.address() as AddressInfo).port,
        'returns.liaison.example': inbound,
      },
      dkim: {
        name: 's1._domainkey.liaison.example',
        record: `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`,
      },
    });
    site = await startSite({
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Liaison <no-reply@liaison.example>',
      MAIL_DKIM_DOMAIN: 'liaison.example',
      MAIL_DKIM_SELECTOR: 's1',
      MAIL_DKIM_KEY: privateKey.replaceAll('\n', String.raw`\n`),
      MAIL_RETURN_DOMAIN: 'returns.liaison.example',
      MAIL_INBOUND_PORT: String(inbound),
      MAIL_INBOUND_HOST: '127.0.0.1',
    });
  }, 300_000);
  afterAll(async () => {
    await site?.remove();
    await mailServer?.close();
    refuser?.close();
  });

  const call = async (method: string, path: string, body?: unknown, cookie = '') => {
    const answer = await fetch(site.url + path, {
      method,
      headers: {
        cookie,
        'x-request-type': 'client',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const set = answer.headers.getSetCookie().find((line) => line.startsWith('auth='));
    return { status: answer.status, body: await answer.json(), cookie: set?.split(';')[0] };
  };

  test('signs mail so that OpenDKIM accepts the signature', async () => {
    const { status } = await call('POST', '/api/reset-password.php', { email: emailOf('anna') });
    expect(status).toBe(200);
    await expect.poll(() => mailServer.mails().length, { timeout: 30_000 }).toBe(1);
    const [mail = ''] = mailServer.mails();
    expect(mail.replace(/\r?\n\s+/g, ' ')).toMatch(
      /^Authentication-Results: mail\.example\.test; dkim=pass .*header\.d=liaison\.example/m,
    );
    expect(mail).toMatch(/^Return-Path: <b\.\w+\.[0-9a-f]{20}@returns\.liaison\.example>$/m);
  });

  test('stops news mails to an address after Postfix reports that it is gone', async () => {
    const bram = await call('POST', '/api/user.php', { email: emailOf('bram'), password: demoPassword });
    await call('POST', '/api/reset-password.php', { email: emailOf('bram') });
    await expect
      .poll(
        async () =>
          (await call('GET', '/api/user.php', undefined, bram.cookie)).body.disabled_notification_reason,
        { timeout: 30_000 },
      )
      .toBe('bounce');
    expect(mailServer.mails()).toHaveLength(1);
  });
});
