import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { isTimedSignature } from '../platform/outgoing/timed-signature.ts';

interface Received {
  at: string;
  network: string;
  query: Record<string, string>;
  signed: boolean;
}

const KEPT = 200;

/**
 * Outside production: a partner to try things out with. `/dev/postback/<network>?…` takes postbacks and checks their
 * signature, `/dev/postbacks` shows the last ones of this process.
 */
export function registerReceiver(http: FastifyInstance, app: App): void {
  if (app.config.production) return;
  const received: Received[] = [];
  http.get<{ Params: { network: string }; Querystring: Record<string, string> }>('/dev/postback/:network', async (request) => {
    const { network } = request.params;
    const { rows } = await sql<{ secret: Buffer }>`select secret from networks where key = ${network}`.execute(app.db);
    const url = `${request.protocol}://${request.host}${request.url}`;
    const signed = rows[0] !== undefined && isTimedSignature(rows[0].secret, url, String(request.headers['x-postback-signature'] ?? ''));
    received.unshift({ at: new Date().toISOString(), network, query: { ...request.query }, signed });
    received.length = Math.min(received.length, KEPT);
    return { ok: true };
  });
  http.get('/dev/postbacks', async () => ({ received }));
}
