import { constants, verify } from 'node:crypto';
import type { AgeMethod } from '#contract/age-checks/lists.ts';
import { isUuid } from '#contract/schema.ts';
import type { YotiSettings } from '../../platform/outgoing/age-services.ts';
import type { AgeResult, AgeService, OpenAgeProvider } from './provider.ts';

const OPEN_HOURS = 24;
const TIMEOUT_MS = 10_000;
const ADULT_AGE = 18;
/** An estimate by the face can be wrong by some years, so it lets only those through who look clearly older. */
const FACE_AGE = 25;

/**
 * Yoti's age verification service (docs/operate/age-checks.md): on its own page, the member chooses an estimate by the
 * face, a document with a selfie, or the Yoti app. The site receives the outcome and the method, and asks for nothing else.
 */
export const openYotiAge: OpenAgeProvider = ({ config: { yoti } }) => ({
  validDays: 730,
  openHours: OPEN_HOURS,
  service: yoti ? serviceOf(yoti) : unconfigured,
});

const notConfigured = () => Promise.reject(new Error('Yoti is not configured'));

/** For checks that were made before Yoti was taken out of AGE_PROVIDERS. Open ones wait until they are late. */
const unconfigured: AgeService = {
  start: notConfigured,
  pageOf: () => null,
  resultOf: notConfigured,
  sessionIn: () => null,
};

function serviceOf(yoti: YotiSettings): AgeService {
  return {
    async start({ checkId, origin, returnPath }) {
      const { status, body } = await ask(yoti, '/api/v1/sessions', {
        type: 'OVER',
        age_estimation: { allowed: true, threshold: FACE_AGE, level: 'PASSIVE' },
        digital_id: { allowed: true, threshold: ADULT_AGE, level: 'NONE' },
        doc_scan: { allowed: true, threshold: ADULT_AGE, authenticity: 'AUTO', level: 'PASSIVE' },
        ttl: OPEN_HOURS * 3600,
        reference_id: `${checkId}`,
        callback: { auto: true, url: `${origin}${returnPath}` },
        cancel_url: `${origin}${returnPath}`,
        notification_url: `${origin}/api/age-check-notification.php?provider=yoti`,
        retry_enabled: false,
        resume_enabled: true,
      });
      const { id } = body;
      if (status !== 200 || typeof id !== 'string' || !isUuid(id))
        throw new Error(`Yoti opened no session: ${status}`);
      return id;
    },
    pageOf: (reference) => `${yoti.url}/?${new URLSearchParams({ sessionId: reference, sdkId: yoti.sdkId })}`,
    async resultOf(reference) {
      const { status, body } = await ask(yoti, `/api/v1/sessions/${reference}/result`);
      // The session has expired at Yoti, which forgets it.
      if (status === 404 || status === 410) return { state: 'failed', reason: 'expired' };
      if (status !== 200) throw new Error(`Yoti returned no result: ${status}`);
      // An answer about another session must not let anybody through.
      if (body['id'] !== reference) throw new Error('Yoti returned the result of another session');
      return resultIn(body);
    },
    sessionIn: (notification) => signedSession(yoti, { ...notification }),
  };
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function ask({ sdkId, apiKey, url }: YotiSettings, path: string, posted?: object): Promise<Answer> {
  const response = await fetch(url + path, {
    ...(posted && { method: 'POST', body: JSON.stringify(posted) }),
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'yoti-sdk-id': sdkId,
    },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer: unknown = await response.json().catch(() => null);
  return { status: response.status, body: typeof answer === 'object' && answer ? { ...answer } : {} };
}

const methods: Record<string, AgeMethod> = {
  AGE_ESTIMATION: 'face',
  DOC_SCAN: 'document',
  DIGITAL_ID: 'digital_id',
};

/** An unknown state leaves the check open until it is late, because Yoti may add states. */
function resultIn({ status, method, type }: Record<string, unknown>): AgeResult {
  const way = methods[String(method)] ?? 'other';
  switch (status) {
    case 'COMPLETE':
      if (type !== 'OVER') throw new Error('Yoti returned a result of another kind');
      return { state: 'passed', method: way };
    case 'FAIL':
      // A face that does not look 25 may well be an adult's: the session goes on with the other ways.
      return way === 'face' ? { state: 'open' } : { state: 'failed', reason: 'too_young' };
    case 'ERROR':
      return { state: 'failed', reason: 'unclear' };
    case 'CANCELLED':
      return { state: 'withdrawn' };
    default:
      return { state: 'open' };
  }
}

/**
 * Yoti signs the notification without these two fields and without whitespace, by RSA-PSS. A notification without its
 * signature is ignored, so that a stranger cannot make the site ask Yoti.
 */
function signedSession({ publicKey }: YotiSettings, notification: Record<string, unknown>): string | null {
  const { sequence_number: _, signature, ...signed } = notification;
  const session = signed['session_key'];
  if (typeof signature !== 'string' || typeof session !== 'string' || !isUuid(session)) return null;
  const isFromYoti = verify(
    'sha256',
    Buffer.from(JSON.stringify(signed).replace(/\s/g, '')),
    { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING },
    Buffer.from(signature, 'base64'),
  );
  return isFromYoti ? session : null;
}
