import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { networkOf } from '../http/request-line.ts';
import type { Log } from '../log.ts';
import { readMailReport, type MailReport } from './mail-reports.ts';
import type { ReturnPaths } from './return-path.ts';

export interface InboundMail {
  port: number;
  close(): Promise<void>;
}

/** A report repeats the original mail. A larger mail is not a report. */
const MOST_BYTES = 1_000_000;
const MOST_CLIENTS = 20;
const IDLE_MS = 60_000;
/** One sender must not hold every connection, neither with many nor by keeping them for ever. */
const MOST_OF_ONE = 5;
const LONGEST_MS = 5 * 60_000;
const COMPLAINTS = /^(?:fbl|abuse)@/i;

/**
 * Receives delivery status notifications and abuse reports. It accepts mail for return paths and for `fbl@`
 * only, and passes on reports that it can parse. Other accepted mail is dropped without a reply, since a
 * reply would go to a forged sender.
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
      COMPLAINTS.test(address) || paths.findIn(address).length > 0
        ? done()
        : done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
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
          log.warn({ err: error }, 'could not store a mail report: its sender retries');
          done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        }
      })().catch((error: unknown) => done(error as Error));
    },
  });
  const open = new Map<string, number>();
  server.server.on('connection', (socket: Socket) => {
    const sender = networkOf(socket.remoteAddress ?? '');
    const theirs = (open.get(sender) ?? 0) + 1;
    open.set(sender, theirs);
    const tooLong = setTimeout(() => socket.destroy(), LONGEST_MS).unref();
    socket.once('close', () => {
      clearTimeout(tooLong);
      const left = (open.get(sender) ?? 1) - 1;
      if (left > 0) open.set(sender, left);
      else open.delete(sender);
    });
    if (theirs > MOST_OF_ONE) socket.destroy();
  });
  server.on('error', (error) =>
    log.debug({ err: error.message }, 'a client of the report port disconnected'),
  );
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(parts.port, parts.host, () => resolve());
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
