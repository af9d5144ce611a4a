import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Log } from '../log.ts';
import { readMailReport, type MailReport } from './mail-reports.ts';
import type { ReturnPaths } from './return-path.ts';

/** The port that bounces and complaints come to. */
export interface InboundMail {
  port: number;
  close(): Promise<void>;
}

/** A report repeats the mail it is about; more is no report. */
const MOST_BYTES = 1_000_000;
const MOST_CLIENTS = 20;
const IDLE_MS = 60_000;
/** Where providers are told to send complaints. */
const COMPLAINTS = /^(?:fbl|abuse)@/i;

/**
 * Listens for delivery status notifications and abuse reports. It takes mail for return paths and for `fbl@`, nothing
 * else, and hands on what it understands; what it does not understand it takes and forgets, since an answer of ours to a
 * report would be a mail to a forged sender.
 */
export async function listenForReports(parts: {
  host: string;
  port: number;
  paths: ReturnPaths;
  log: Log;
  onReport(report: MailReport): Promise<void>;
}): Promise<InboundMail> {
  const { paths, log } = parts;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MOST_BYTES,
    maxClients: MOST_CLIENTS,
    socketTimeout: IDLE_MS,
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      COMPLAINTS.test(address) || paths.findIn(address).length > 0 ? done() : done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
    onData(stream, session, done) {
      void (async () => {
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size <= MOST_BYTES) chunks.push(chunk);
        }
        if (size > MOST_BYTES) return done(Object.assign(new Error('Too large'), { responseCode: 552 }));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const report = await readMailReport(Buffer.concat(chunks), recipients, paths).catch(() => null);
        try {
          if (report) await parts.onReport(report);
          done();
        } catch (error) {
          log.warn({ err: error }, 'a mail report could not be stored: its sender tries again');
          done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        }
      })().catch((error: unknown) => done(error as Error));
    },
  });
  server.on('error', (error) => log.debug({ err: error.message }, 'a client of the report port went away'));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(parts.port, parts.host, () => resolve());
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
