import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface VeriffSession {
  id: string;
  asked: Record<string, unknown>;
  /** Null while there is no decision. */
  decision: { code: number; status: string } | null;
}

/** Veriff by its public documentation: sessions, decisions, and notifications signed with the shared secret. */
export async function startFakeVeriff() {
  const [apiKey, secret] = [randomUUID(), randomUUID()];
  const sessions = new Map<string, VeriffSession>();
  let instead: { status: number; body: string } | 'silence' | null = null;
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex');

  function answer({ method, url = '', headers }: IncomingMessage, body: string): [number, object] {
    if (headers['x-auth-client'] !== apiKey) return [401, { status: 'fail', code: '1102' }];
    if (method === 'POST' && url === '/v1/sessions') {
      const { verification } = JSON.parse(body) as { verification?: Record<string, unknown> };
      const callback = verification?.['callback'];
      if (!verification || (callback !== undefined && !URL.canParse(String(callback))))
        return [400, { status: 'fail', code: '1302' }];
      const id = randomUUID();
      sessions.set(id, { id, asked: verification, decision: null });
      const page = `https://magic.veriff.test/v/${id}`;
      return [201, { status: 'success', verification: { id, url: page, status: 'created' } }];
    }
    const id = /^\/v1\/sessions\/([^/]+)\/decision$/.exec(url)?.[1] ?? '';
    // The signature of a GET covers the session's id.
    if (method === 'GET' && headers['x-hmac-signature'] !== sign(id))
      return [400, { status: 'fail', code: '1814' }];
    const session = sessions.get(id);
    if (!session) return [404, { status: 'fail', code: '1802' }];
    return [200, { status: 'success', verification: session.decision && { id, ...session.decision } }];
  }

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (instead === 'silence') return;
    const [status, reply] = instead ? [instead.status, instead.body] : answer(request, body);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof reply === 'string' ? reply : JSON.stringify(reply));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    apiKey,
    secret,
    sessions,
    /** Answers the next requests with this instead. Null works again. */
    answerWith: (answer: typeof instead) => void (instead = answer),
    /** The notification of a session in its present state. */
    notification(id: string) {
      const payload = JSON.stringify({
        status: 'success',
        verification: { id, ...sessions.get(id)?.decision },
      });
      return {
        payload,
        headers: {
          'content-type': 'application/json',
          'x-auth-client': apiKey,
          'x-hmac-signature': sign(payload),
        },
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => void server.close(closed));
    },
  };
}
