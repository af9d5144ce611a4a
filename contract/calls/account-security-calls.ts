import { Type, type Static } from 'typebox';
import type { Call, RateLimit } from '../call.ts';
import { user } from '../profiles.ts';
import { count, instant, list, nullable, object, ok, text } from '../schema.ts';

/** Guesses of a password by somebody who holds a session. */
export const passwordGuesses: RateLimit = { name: 'password-guess', points: 10, seconds: 900, by: 'member' };

const openSession = object({
  /** Names the session to `endSession`. */
  id: text(64),
  browser: nullable(text(60)),
  system: nullable(text(60)),
  /** `phone`, `tablet` or `computer`, where the browser tells. */
  device: nullable(text(20)),
  /** Of the address at the time of logging in, as ISO 3166 says it. */
  country: nullable(text(2)),
  created_at: instant,
  last_used_at: instant,
  current: Type.Boolean(),
});
export type OpenSession = Static<typeof openSession>;

const passkey = object({ id: text(1400), name: text(60), created_at: instant, last_used_at: nullable(instant) });

const security = object({ passkeys: list(passkey), totp: Type.Boolean(), recovery_codes_left: count });
export type Security = Static<typeof security>;

/** What WebAuthn exchanges is a matter of the browser and the library that checks it. */
const webAuthn = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });
/** What the browser answers; the site looks the passkey up by its name, base64url. */
const webAuthnAnswer = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  required: ['id', 'response'],
  properties: { id: { type: 'string', maxLength: 1400, pattern: '^[A-Za-z0-9_-]+$' }, response: { type: 'object', additionalProperties: true } },
});
const codes = object({ recovery_codes: list(text(11)) });
const withPassword = object({ password: text(200) });

/** What keeps an account safe: its sessions, passkeys, the authenticator app and recovery codes. */
export const accountSecurityCalls = {
  sessions: {
    method: 'GET',
    path: '/api/sessions.php',
    access: 'member',
    summary: 'Where I am logged in',
    status: 200,
    reply: object({ sessions: list(openSession) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions.php',
    access: 'member',
    summary: 'Log out one of my other sessions',
    body: object({ id: text(64, 1) }),
    status: 200,
    reply: ok,
  },
  security: {
    method: 'GET',
    path: '/api/security.php',
    access: 'member',
    summary: 'My passkeys, authenticator app and recovery codes',
    status: 200,
    reply: security,
  },
  beginPasskey: {
    method: 'POST',
    path: '/api/passkey.php',
    access: 'member',
    summary: 'Begin to add a passkey',
    limits: [passwordGuesses],
    body: withPassword,
    status: 200,
    reply: webAuthn,
  },
  addPasskey: {
    method: 'PUT',
    path: '/api/passkey.php',
    access: 'member',
    summary: 'Add the passkey that the browser made; the first second step brings recovery codes',
    body: object({ response: webAuthnAnswer, name: text(60, 1) }),
    status: 200,
    reply: codes,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/api/passkey.php',
    access: 'member',
    summary: 'Remove a passkey',
    limits: [passwordGuesses],
    body: object({ id: text(1400, 1), password: text(200) }),
    status: 200,
    reply: ok,
  },
  beginTotp: {
    method: 'POST',
    path: '/api/totp.php',
    access: 'member',
    summary: 'Begin to set up an authenticator app',
    limits: [passwordGuesses],
    body: withPassword,
    status: 200,
    reply: object({ secret: text(64), uri: text(1000), qr: Type.String() }),
  },
  confirmTotp: {
    method: 'PUT',
    path: '/api/totp.php',
    access: 'member',
    summary: 'Confirm the authenticator app by its first code; the first second step brings recovery codes',
    limits: [{ name: 'totp-confirm', points: 10, seconds: 900, by: 'member' }],
    body: object({ code: text(20, 1) }),
    status: 200,
    reply: codes,
  },
  removeTotp: {
    method: 'DELETE',
    path: '/api/totp.php',
    access: 'member',
    summary: 'Remove the authenticator app',
    limits: [passwordGuesses],
    body: withPassword,
    status: 200,
    reply: ok,
  },
  newRecoveryCodes: {
    method: 'POST',
    path: '/api/recovery-codes.php',
    access: 'member',
    summary: 'New recovery codes; the old ones stop working',
    limits: [passwordGuesses],
    body: withPassword,
    status: 200,
    reply: codes,
  },
  secondStep: {
    method: 'POST',
    path: '/api/second-step.php',
    access: 'public',
    summary: 'Log in by the second step: a code of the app, or a recovery code',
    limits: [{ name: 'second-step-address', points: 60, seconds: 900, by: 'address' }],
    body: object({ ticket: text(200, 1), code: text(40, 1) }),
    status: 200,
    reply: user,
  },
  beginPasskeyLogin: {
    method: 'POST',
    path: '/api/passkey-login.php',
    access: 'public',
    summary: 'Begin to log in with a passkey',
    limits: [{ name: 'passkey-login', points: 60, seconds: 900, by: 'address' }],
    status: 200,
    reply: webAuthn,
  },
  passkeyLogin: {
    method: 'PUT',
    path: '/api/passkey-login.php',
    access: 'public',
    summary: 'Log in with a passkey',
    limits: [{ name: 'passkey-login', points: 60, seconds: 900, by: 'address' }],
    body: object({ response: webAuthnAnswer }),
    status: 200,
    reply: user,
  },
} as const satisfies Record<string, Call>;
