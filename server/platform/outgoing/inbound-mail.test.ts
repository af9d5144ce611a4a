import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenForReports, type InboundMail } from './inbound-mail.ts';
import type { MailReport } from './mail-reports.ts';
import { createReturnPaths } from './return-path.ts';
import { arfSamples, delayedDsn, dsnSamples, notSpamArf, outOfOffice } from '#support/services/report-samples.ts';

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
      if (failing) throw new Error('The database is away.');
      heard.push(report);
    },
  });
});
afterAll(() => inbound.close());

/** Hands a raw mail over, as a provider's server does. */
async function deliver(raw: string, to: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: inbound.port, ignoreTLS: true });
  await transport.sendMail({ envelope: { from: '', to }, raw: raw.replaceAll('\n', '\r\n') });
  transport.close();
}

test.each(dsnSamples)('a delivery status notification of $provider is read: who, and why', async ({ raw, status }) => {
  heard.length = 0;
  await deliver(raw(token), returnPath);
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({ kind: 'bounce', status });
  expect(heard[0]!.about.member).toBe(7);
  expect(heard[0]!.about.wentTo('anna@example.org')).toBe(true);
});

test.each(arfSamples)('a complaint by $provider is read, although the reader’s address was taken out of it', async ({ raw }) => {
  heard.length = 0;
  await deliver(raw(token), 'fbl@returns.liaison.example');
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({ kind: 'complaint', status: null });
  expect(heard[0]!.about.member).toBe(7);
});

test('a note of a delay, an answer from the beach, a "not spam" and a forged address report nothing', async () => {
  heard.length = 0;
  await deliver(delayedDsn(token), returnPath);
  await deliver(outOfOffice(token), returnPath);
  await deliver(notSpamArf(token), 'fbl@returns.liaison.example');
  const forged = dsnSamples[0]!.raw(`b.7.${'0'.repeat(20)}`);
  await deliver(forged, `b.7.${'0'.repeat(20)}@returns.liaison.example`);
  expect(heard.filter(({ about }) => about.wentTo('anna@example.org'))).toEqual([]);
});

test('other mailboxes are refused, and what could not be stored is asked for again', async () => {
  await expect(deliver(dsnSamples[0]!.raw(token), 'info@returns.liaison.example')).rejects.toMatchObject({ responseCode: 550 });
  failing = true;
  await expect(deliver(dsnSamples[0]!.raw(token), returnPath)).rejects.toMatchObject({ responseCode: 451 });
  failing = false;
});

test('rubbish does not stop the port', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(inbound.port, '127.0.0.1', () => socket.end(Buffer.from('\0\xff\r\nDATA\r\nGET / HTTP/1.0\r\n\r\n', 'latin1')));
    socket.on('close', () => resolve());
    socket.resume();
  });
  heard.length = 0;
  await deliver('Content-Type: multipart/report; boundary="\n\n--\0', returnPath);
  await deliver(dsnSamples[1]!.raw(token), returnPath);
  expect(heard).toHaveLength(1);
});
