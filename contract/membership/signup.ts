import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { genders } from '../lists/genders.ts';
import { locales } from '../lists/locales.ts';
import { interests } from '../profile-fields.ts';
import { id, list, nullable, object, oneOf, optional, text, uuid } from '../schema.ts';
import { tracking } from '../traffic.ts';
import { signUpProof } from './proof-of-work.ts';
import { user } from './user.ts';

/** The limit above which an address has to show a proof of work, well before it may not sign up at all. */
export const NEAR_SIGNUP_LIMIT = 'signup near its limit';

const signupBody = object({
  email: text(320),
  password: text(200),
  name: Type.String({
    maxLength: 200,
    description: 'Of a couple: both first names, as in “Anna & Bram”',
  }),
  gender: oneOf(genders),
  gender_sought: oneOf(genders),
  date_of_birth: text(40),
  /** Required for a couple, and ignored for everybody else. */
  partner_date_of_birth: optional(nullable(text(40))),
  country: oneOf(countryCodes),
  region: optional(nullable(text(100))),
  city: optional(nullable(text(100))),
  lat: optional(Type.Number({ minimum: -90, maximum: 90 })),
  lon: optional(Type.Number({ minimum: -180, maximum: 180 })),
  about: optional(nullable(text(5000))),
  interests: optional(list(oneOf(interests), { maxItems: interests.length })),
  signup_message: optional(object({ profile: id, text: text(5000) })),
  language: oneOf(locales),
  tracking: optional(tracking),
  landing: optional(object({ lander: text(40), slug: optional(text(40)) })),
  invite: optional(text(100)),
  time_zone: optional(text(64)),
  /** Identifies the form, so that a retry after a lost response is the same signup. */
  client_id: optional(uuid),
  /** Explicit consent to the processing of data about sexuality and wishes (GDPR, article 9). Required. */
  intimate_consent: optional(Type.Boolean()),
  /** The solved task of `signupChallenge`. Needed after the error `proof_required`. */
  proof: optional(signUpProof),
});

export const signupCalls = {
  signup: {
    method: 'POST',
    path: '/api/signup.php',
    access: 'public',
    summary: 'Sign up',
    limits: [
      { name: 'signup', points: 20, seconds: 3600, by: 'address' },
      {
        name: NEAR_SIGNUP_LIMIT,
        points: 10,
        seconds: 3600,
        by: 'address',
        lenient: 'Calls over it need a proof of work.',
      },
    ],
    body: signupBody,
    status: 201,
    reply: user,
  },
  signupCheck: {
    method: 'GET',
    path: '/api/signup-check.php',
    access: 'public',
    summary: 'Check the format of an e-mail address or a name',
    limits: [{ name: 'signup-check', points: 120, seconds: 600, by: 'address' }],
    query: Type.Object({ email: optional(text(320)), name: optional(text(200)) }),
    status: 200,
    reply: object({ ok: Type.Boolean(), code: optional(Type.String()), suggestion: optional(Type.String()) }),
  },
  passwordCheck: {
    method: 'POST',
    path: '/api/password-check.php',
    access: 'public',
    summary: 'Strength of a password while the user types it; nothing is stored',
    limits: [{ name: 'password-check', points: 120, seconds: 600, by: 'address' }],
    body: object({ password: text(200), own: optional(list(text(320), { maxItems: 6 })) }),
    status: 200,
    reply: object({
      strength: Type.Integer({ minimum: 0, maximum: 4, description: '0 and 1 are refused' }),
      code: nullable(
        oneOf(
          [
            'required',
            'password_short',
            'password_known',
            'password_own',
            'password_pattern',
            'password_easy',
          ],
          { description: 'Why it is refused' },
        ),
      ),
    }),
  },
  activate: {
    method: 'POST',
    path: '/api/activate.php',
    access: 'public',
    summary: 'Confirm the e-mail address with the token of its link, or resend the link',
    limits: [{ name: 'activation-mail', points: 5, seconds: 3600, by: 'member', field: 'resend' }],
    body: Type.Union([object({ token: text(200, 1) }), object({ resend: Type.Literal(true) })]),
    status: 200,
    reply: Type.Unsafe<Static<typeof user> | { ok: true }>({ type: 'object', additionalProperties: true }),
  },
} as const satisfies Record<string, Call>;
