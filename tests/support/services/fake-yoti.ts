import { constants, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface YotiSession {
  id: string;
  status: string;
  method?: string;
  type: string;
  asked: Record<string, unknown>;
}

export interface FakeYoti {
  url: string;
  sdkId: string;
  apiKey: string;
  /** Verifies the notifications. In PEM format. */
  publicKey: string;
  sessions: Map<string, YotiSession>;
  /** Paths of the calls to the API, in order. */
  calls: string[];
  /** Answers the next requests with this instead. Null works again. */
  answerWith(answer: { status: number; body: string } | 'silence' | null): void;
  /** The notification of a session in its present state, as the service signs it. */
  notification(session: string): Record<string, unknown>;
  close(): Promise<void>;
}

/**
 * Yoti's age verification service by its public documentation (version 8): sessions, their results, signed notifications, and a
 * page on which a tester chooses the outcome (`adult`, `too_young`, `cancel`) and is sent back.
 */
export async function startFakeYoti(): Promise<FakeYoti> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const [sdkId, apiKey] = [randomUUID(), 'an api key'];
  const sessions = new Map<string, YotiSession>();
  const calls: string[] = [];
  let instead: { status: number; body: string } | 'silence' | null = null;

  function answer(request: IncomingMessage, body: string): { status: number; body: object } {
    if (request.headers['yoti-sdk-id'] !== sdkId) return { status: 401, body: { error: 'unknown SDK ID' } };
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      return { status: 403, body: { error: 'wrong key' } };
    if (request.method === 'POST' && request.url === '/api/v1/sessions') {
      const asked = JSON.parse(body) as Record<string, unknown>;
      const ttl = Number(asked['ttl']);
      if (typeof asked['type'] !== 'string' || !(ttl >= 60 && ttl <= 31 * 86_400))
        return { status: 400, body: { error: 'missing field' } };
      const id = randomUUID();
      sessions.set(id, { id, status: 'PENDING', type: asked['type'], asked });
      return {
        status: 200,
        body: { id, expires_at: new Date(Date.now() + ttl * 1000).toISOString() },
      };
    }
    const id = /^\/api\/v1\/sessions\/([^/]+)\/result$/.exec(request.url ?? '')?.[1];
    const session = sessions.get(id ?? '');
    if (request.method !== 'GET' || !session) return { status: 404, body: { error: 'no such session' } };
    const { asked, ...state } = session;
    return { status: 200, body: { sdk_id: sdkId, ...asked, ...state } };
  }

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? '/', 'http://yoti.test');
    if (url.pathname === '/') {
      const session = sessions.get(url.searchParams.get('sessionId') ?? '');
      if (!session || url.searchParams.get('sdkId') !== sdkId) return response.writeHead(404).end();
      const outcome = url.searchParams.get('outcome');
      if (outcome === null)
        return response
          .setHeader('content-type', 'text/html')
          .end(
            ['adult', 'too_young', 'cancel']
              .map((way) => `<p><a href="/${url.search}&outcome=${way}">${way}</a></p>`)
              .join(''),
          );
      Object.assign(session, outcomes[outcome]);
      const { callback } = session.asked as { callback: { url: string } };
      return response.writeHead(302, { location: `${callback.url}?sessionId=${session.id}` }).end();
    }
    calls.push(`${request.method} ${url.pathname}`);
    if (instead === 'silence') return;
    const { status, body: reply } = instead ?? answer(request, body);
    return response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof reply === 'string' ? reply : JSON.stringify(reply));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sdkId,
    apiKey,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sessions,
    calls,
    answerWith: (answer) => void (instead = answer),
    notification(id) {
      const session = sessions.get(id);
      const signed = {
        method: session?.method ?? 'AGE_ESTIMATION',
        result: session?.status === 'COMPLETE',
        age: 18,
        session_key: id,
        reference_id: session?.asked['reference_id'],
        id: randomUUID(),
        timestamp: Math.floor(Date.now() / 1000),
        notification_url: session?.asked['notification_url'],
        evidence_id: randomUUID(),
        state: session?.status,
        check_type: 'PASSIVE',
      };
      const signature = sign('sha256', Buffer.from(JSON.stringify(signed).replace(/\s/g, '')), {
        key: privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN,
      });
      return { ...signed, sequence_number: 1, signature: signature.toString('base64') };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => void server.close(closed));
    },
  };
}

const outcomes: Record<string, Pick<YotiSession, 'status' | 'method'>> = {
  adult: { status: 'COMPLETE', method: 'DOC_SCAN' },
  too_young: { status: 'FAIL', method: 'DOC_SCAN' },
  cancel: { status: 'CANCELLED' },
};
