import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface SignInProvider {
  /** Starts to answer, for the callback of the site at this address. */
  serve(publicUrl: string): void;
  /** Environment variables of a site that uses it. */
  env: Record<string, string>;
  /** What the provider says of each login. A login is known by its name, which is also its subject. */
  claims: Map<string, { email?: string; email_verified?: boolean }>;
  /** Changes ID tokens on their way. Null leaves them as signed. */
  tamperWith(change: ((payload: Record<string, unknown>) => void) | null): void;
  /** Logs in at the provider's page as a person would, and returns the address that it leads back to. */
  logIn(url: string, login: string): Promise<string>;
  /** Leaves the provider's page without logging in. */
  cancel(url: string): Promise<string>;
  close(): Promise<void>;
}

/** A real OpenID provider: the certified `oidc-provider`. */
export async function startSignInProvider(): Promise<SignInProvider> {
  const claims: SignInProvider['claims'] = new Map();
  let tamper: Parameters<SignInProvider['tamperWith']>[0] = null;
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { client_id: 'liaison', client_secret: 'a secret of the company' };
  function serve(publicUrl: string): void {
    const provider = new Provider(issuer, {
      clients: [{ ...client, redirect_uris: [`${publicUrl}/api/admin/sign-in/callback`] }],
      cookies: { keys: ['a key for tests'] },
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...claims.get(id) }),
      }),
      features: { devInteractions: { enabled: true } },
    });
    const answer = provider.callback();
    server.on('request', (request, response) => {
      if (tamper && request.url === '/token') rewriteIdToken(response, tamper);
      void answer(request, response);
    });
  }

  /** Follows redirects until one leaves the provider, submitting its forms on the way. */
  async function walk(start: string, form: (page: string) => URLSearchParams | string): Promise<string> {
    const jar = new Map<string, string>();
    let url = start;
    let body: URLSearchParams | null = null;
    for (let steps = 0; steps < 12; steps++) {
      const response: Response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        body,
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jar.set(name, value);
      }
      const location = response.headers.get('location');
      if (location) {
        url = new URL(location, url).href;
        body = null;
        if (!url.startsWith(issuer)) return url;
        continue;
      }
      const page = await response.text();
      const next = form(page);
      if (typeof next === 'string') {
        url = new URL(next, url).href;
        body = null;
        continue;
      }
      url = new URL(/<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? '', url).href;
      body = next;
    }
    throw new Error('The provider did not lead back to the site');
  }

  return {
    serve,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: 'Example ID',
    },
    claims,
    tamperWith: (change) => {
      tamper = change;
    },
    logIn: (url, login) =>
      walk(url, (page) =>
        page.includes('name="login"')
          ? new URLSearchParams({ prompt: 'login', login, password: 'any' })
          : new URLSearchParams({ prompt: 'consent' }),
      ),
    cancel: (url) => walk(url, (page) => /href="([^"]*\/abort)"/.exec(page)?.[1] ?? ''),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Replaces the payload of the ID token in a response of the token endpoint, and leaves the signature. */
function rewriteIdToken(response: ServerResponse, change: (payload: Record<string, unknown>) => void): void {
  const end = response.end.bind(response);
  response.end = ((chunk: unknown) => {
    const body = JSON.parse(String(chunk)) as Record<string, unknown>;
    const [header, payload = '', signature] = String(body['id_token']).split('.');
    const stated = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    change(stated);
    body['id_token'] = [header, Buffer.from(JSON.stringify(stated)).toString('base64url'), signature].join(
      '.',
    );
    const text = JSON.stringify(body);
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}
