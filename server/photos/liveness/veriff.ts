import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '#contract/schema.ts';
import type { VeriffSettings } from '../../platform/outgoing/liveness-settings.ts';
import type { LivenessResult, Notification, OpenLivenessProvider } from './provider.ts';

const TIMEOUT_MS = 10_000;

/**
 * Veriff's presence verification (docs/operate/liveness.md): on its own page, the member looks into the camera, and Veriff decides
 * whether a live person did. Veriff receives the number of the check and the address to lead back to, and nothing about the member.
 */
export const openVeriff: OpenLivenessProvider = ({ config: { liveness } }) => {
  const veriff = liveness?.veriff;
  if (!veriff) return null;
  return {
    async start({ checkId, returnUrl }) {
      const { status, verification } = await ask(veriff, '/v1/sessions', {
        verification: { callback: returnUrl, vendorData: `${checkId}` },
      });
      const { id, url } = verification ?? {};
      if (status !== 201 || typeof id !== 'string' || !isUuid(id) || typeof url !== 'string')
        throw new Error(`Veriff opened no session: ${status}`);
      return { reference: id, page: url };
    },
    async resultOf(reference) {
      const { status, verification } = await ask(
        veriff,
        `/v1/sessions/${reference}/decision`,
        null,
        reference,
      );
      // Veriff forgets sessions.
      if (status === 404) return { state: 'failed', reason: 'expired' };
      if (status !== 200) throw new Error(`Veriff returned no decision: ${status}`);
      if (verification === null) return { state: 'open' };
      // An answer about another session must not count.
      if (verification['id'] !== reference)
        throw new Error('Veriff returned the decision of another session');
      return resultIn(verification);
    },
    sessionIn: (notification) => signedSession(veriff, notification),
  };
};

const hmac = (secret: string, signed: string | Buffer) =>
  createHmac('sha256', secret).update(signed).digest('hex');

interface Answer {
  status: number;
  verification: Record<string, unknown> | null;
}

/** `signed` is what the request's signature covers; opening a session needs none. */
async function ask(
  { apiKey, secret, url }: VeriffSettings,
  path: string,
  posted: object | null,
  signed?: string,
): Promise<Answer> {
  const response = await fetch(url + path, {
    ...(posted && { method: 'POST', body: JSON.stringify(posted) }),
    headers: {
      'content-type': 'application/json',
      'x-auth-client': apiKey,
      ...(signed !== undefined && { 'x-hmac-signature': hmac(secret, signed) }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer = (await response.json().catch(() => null)) as { verification?: unknown } | null;
  const verification = answer?.verification;
  return {
    status: response.status,
    verification: typeof verification === 'object' && verification !== null ? { ...verification } : null,
  };
}

/** Veriff's codes. An unknown one leaves the check open until it is late, because Veriff may add codes. */
function resultIn({ code, status }: Record<string, unknown>): LivenessResult {
  switch (code) {
    case 9001:
      if (status !== 'approved') throw new Error('Veriff returned a contradiction');
      return { state: 'passed' };
    case 9102:
      return { state: 'failed', reason: 'not_live' };
    case 9104:
    case 9121:
      return { state: 'failed', reason: 'expired' };
    default:
      return { state: 'open' };
  }
}

/** A notification without Veriff's signature is ignored, so that a stranger cannot make the site ask Veriff. */
function signedSession(
  { apiKey, secret }: VeriffSettings,
  { fields, body, headers }: Notification,
): string | null {
  const [client, signature] = [headers['x-auth-client'], headers['x-hmac-signature']];
  if (client !== apiKey || typeof signature !== 'string') return null;
  const [given, expected] = [Buffer.from(signature.toLowerCase()), Buffer.from(hmac(secret, body))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { verification } = fields as { verification?: { id?: unknown } };
  const id = verification?.id;
  return typeof id === 'string' && isUuid(id) ? id : null;
}
