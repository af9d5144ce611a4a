import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { isTimedSignature } from '../platform/outgoing/timed-signature.ts';

interface ReceivedPostback {
  at: string;
  network: string;
  query: Record<string, string>;
  signed: boolean;
}

const MAX_KEPT = 200;

/**
 * A stand-in for a partner's server, outside production only. `/dev/postback/<network>?…` receives postbacks
 * and verifies their signatures; `/dev/postbacks` lists the latest ones that this process received.
 */
export function registerReceiver(http: FastifyInstance, app: App): void {
  if (app.config.production) return;
  const received: ReceivedPostback[] = [];
  http.get<{ Params: { network: string }; Querystring: Record<string, string> }>(
    '/dev/postback/:network',
    async (request) => {
      const { network } = request.params;
      const { rows } = await sql<{
        secret: Buffer;
      }>`select secret from networks where key = ${network}`.execute(app.db);
      const url = `${request.protocol}://${request.host}${request.url}`;
      const signed =
        rows[0] !== undefined &&
        isTimedSignature(rows[0].secret, url, String(request.headers['x-postback-signature'] ?? ''));
      received.unshift({ at: new Date().toISOString(), network, query: { ...request.query }, signed });
      received.length = Math.min(received.length, MAX_KEPT);
      return { ok: true };
    },
  );
  http.get('/dev/postbacks', async () => ({ received }));
}
