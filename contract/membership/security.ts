import { type Static, Type } from 'typebox';
import { type Call, type RateLimit } from '../call.ts';
import { count, instant, list, nullable, object, ok, optional, text } from '../schema.ts';
import { user } from './user.ts';

/** Limits password guessing by someone who has taken over a session. */
export const passwordGuesses: RateLimit = { name: 'password-guess', points: 10, seconds: 900, by: 'member' };

const openSession = object({
  id: text(64),
  browser: nullable(text(60)),
  system: nullable(text(60)),
  /** `phone`, `tablet` or `computer`; null if the user agent does not tell. */
  device: nullable(text(20)),
  /** ISO 3166 code of the country of the IP address at login. */
  country: nullable(text(2)),
  created_at: instant,
  last_used_at: instant,
  current: Type.Boolean(),
});

export type OpenSession = Static<typeof openSession>;

const passkey = object({
  id: text(1400),
  name: text(60),
  created_at: instant,
  last_used_at: nullable(instant),
});

const security = object({ passkeys: list(passkey), totp: Type.Boolean(), recovery_codes_left: count });

export type Security = Static<typeof security>;

/** WebAuthn options. The schema is loose because the browser and the server's library define it. */
const webAuthn = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

/** The browser's WebAuthn response. `id` is the base64url id of the passkey. */
const webAuthnAnswer = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  required: ['id', 'response'],
  properties: {
    id: { type: 'string', maxLength: 1400, pattern: '^[A-Za-z0-9_-]+$' },
    response: { type: 'object', additionalProperties: true },
  },
});

const codes = object({ recovery_codes: list(text(11)) });

const withPassword = object({ password: text(200) });

export const securityCalls = {
  sessions: {
    method: 'GET',
    path: '/api/sessions.php',
    access: 'member',
    summary: 'My open sessions',
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
  endedSession: {
    method: 'GET',
    path: '/api/ended-session.php',
    access: 'public',
    summary: "The member whose session in this browser's cookie was ended on purpose, not by its age",
    limits: [{ name: 'ended-session', points: 60, seconds: 600, by: 'address' }],
    status: 200,
    reply: object({ member: nullable(count) }),
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
    summary: 'Options for creating a passkey',
    limits: [passwordGuesses],
    body: withPassword,
    status: 200,
    reply: webAuthn,
  },
  addPasskey: {
    method: 'PUT',
    path: '/api/passkey.php',
    access: 'member',
    summary: 'Add a passkey. It takes effect after confirmPasskey, whose options this call returns',
    body: object({ response: webAuthnAnswer, name: text(60, 1) }),
    status: 200,
    reply: webAuthn,
  },
  confirmPasskey: {
    method: 'PUT',
    path: '/api/passkey-confirm.php',
    access: 'member',
    summary:
      'Confirm the new passkey by using it once. If it is the first second factor, the reply has recovery codes',
    limits: [{ name: 'passkey-confirm', points: 20, seconds: 900, by: 'member' }],
    body: object({ response: webAuthnAnswer }),
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
    summary: 'Secret for setting up an authenticator app',
    limits: [passwordGuesses],
    body: withPassword,
    status: 200,
    reply: object({ secret: text(64), uri: text(1000), qr: Type.String() }),
  },
  confirmTotp: {
    method: 'PUT',
    path: '/api/totp.php',
    access: 'member',
    summary:
      'Confirm the authenticator app with a code. If it is the first second factor, the reply has recovery codes',
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
    summary: 'Replace the recovery codes',
    limits: [passwordGuesses],
    body: withPassword,
    status: 200,
    reply: codes,
  },
  secondStep: {
    method: 'POST',
    path: '/api/second-step.php',
    access: 'public',
    summary: 'Complete a login with a code of the authenticator app or a recovery code',
    limits: [{ name: 'second-step-address', points: 60, seconds: 900, by: 'address' }],
    body: object({ ticket: text(200, 1), code: text(40, 1) }),
    status: 200,
    reply: user,
  },
  freshFactor: {
    method: 'GET',
    path: '/api/fresh-factor.php',
    access: 'member',
    summary: 'Whether this session used a second factor in the last five minutes',
    status: 200,
    reply: object({ fresh: Type.Boolean() }),
  },
  showCode: {
    method: 'POST',
    path: '/api/fresh-factor.php',
    access: 'member',
    summary: 'Use the second factor again, with a code of the authenticator app or a recovery code',
    limits: [passwordGuesses],
    body: object({ code: text(40, 1) }),
    status: 200,
    reply: ok,
  },
  showPasskey: {
    method: 'PUT',
    path: '/api/fresh-factor.php',
    access: 'member',
    summary: 'Use the second factor again, with a passkey; its options come from beginPasskeyLogin',
    limits: [passwordGuesses],
    body: object({ response: webAuthnAnswer }),
    status: 200,
    reply: ok,
  },
  beginPasskeyLogin: {
    method: 'POST',
    path: '/api/passkey-login.php',
    access: 'public',
    summary: 'Options for logging in with a passkey',
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
    /** `ticket`: of `second_step_required`, after another first factor. */
    body: object({ response: webAuthnAnswer, ticket: optional(text(200, 1)) }),
    status: 200,
    reply: user,
  },
} as const satisfies Record<string, Call>;
