import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  arfSamples,
  delayedDsn,
  dsnSamples,
  notSpamArf,
  outOfOffice,
} from '#support/services/report-samples.ts';
import { listenForReports, type InboundMail } from './inbound-mail.ts';
import type { MailReport } from './mail-reports.ts';
import { createReturnPaths } from './return-path.ts';

const paths = createReturnPaths('a secret of at least thirty-two characters');
const token = paths.make(7, 'anna@example.org');
const returnPath = `${token}@returns.liaison.example`;
const heard: MailReport[] = [];
let inbound: InboundMail;
let failing = false;

beforeAll(async () => {
  inbound = await listenForReports({
    host: '127.0.0.1',
    port: 0,
    paths,
    log: pino({ level: 'silent' }),
    onReport: async (report) => {
      if (failing) throw new Error('The database is unavailable.');
      heard.push(report);
    },
  });
});
afterAll(() => inbound.close());

async function deliver(raw: string, to: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: inbound.port, ignoreTLS: true });
  await transport.sendMail({ envelope: { from: '', to }, raw: raw.replaceAll('\n', '\r\n') });
  transport.close();
}

test.each(dsnSamples)(
  'reads the recipient and status of a delivery status notification from $provider',
  async ({ raw, status }) => {
    heard.length = 0;
    await deliver(raw(token), returnPath);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ kind: 'bounce', status });
    expect(heard[0]!.about.member).toBe(7);
    expect(heard[0]!.about.wentTo('anna@example.org')).toBe(true);
  },
);

test.each(arfSamples)(
  'reads a complaint from $provider, although it omits the reader’s address',
  async ({ raw }) => {
    heard.length = 0;
    await deliver(raw(token), 'fbl@returns.liaison.example');
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ kind: 'complaint', status: null });
    expect(heard[0]!.about.member).toBe(7);
  },
);

test('ignores delay notices, out-of-office replies, "not spam" reports and forged addresses', async () => {
  heard.length = 0;
  await deliver(delayedDsn(token), returnPath);
  await deliver(outOfOffice(token), returnPath);
  await deliver(notSpamArf(token), 'fbl@returns.liaison.example');
  const forged = dsnSamples[0]!.raw(`b.7.${'0'.repeat(20)}`);
  await deliver(forged, `b.7.${'0'.repeat(20)}@returns.liaison.example`);
  expect(heard.filter(({ about }) => about.wentTo('anna@example.org'))).toEqual([]);
});

test('refuses other mailboxes, and requests a retry if it cannot store a report', async () => {
  await expect(deliver(dsnSamples[0]!.raw(token), 'info@returns.liaison.example')).rejects.toMatchObject({
    responseCode: 550,
  });
  failing = true;
  await expect(deliver(dsnSamples[0]!.raw(token), returnPath)).rejects.toMatchObject({ responseCode: 451 });
  failing = false;
});

test('survives malformed input', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(inbound.port, '127.0.0.1', () =>
      socket.end(Buffer.from('\0\xff\r\nDATA\r\nGET / HTTP/1.0\r\n\r\n', 'latin1')),
    );
    socket.on('close', () => resolve());
    socket.resume();
  });
  heard.length = 0;
  await deliver('Content-Type: multipart/report; boundary="\n\n--\0', returnPath);
  await deliver(dsnSamples[1]!.raw(token), returnPath);
  expect(heard).toHaveLength(1);
});

test('gives one address five connections at a time, and other addresses theirs', async () => {
  const sockets: Socket[] = [];
  /** Connects and returns the greeting, or null if the connection is closed without one. */
  const greeted = async (localAddress: string) => {
    const socket = connect({ port: inbound.port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.on('error', () => {});
    const [greeting] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [null])]);
    return greeting === null ? null : String(greeting).slice(0, 3);
  };
  for (let n = 0; n < 5; n++) expect(await greeted('127.0.0.1')).toBe('220');
  expect(await greeted('127.0.0.1')).toBe(null);
  expect(await greeted('127.0.0.2')).toBe('220');
  sockets[0]!.destroy();
  await expect.poll(() => greeted('127.0.0.1')).toBe('220');
  for (const socket of sockets) socket.destroy();
});
