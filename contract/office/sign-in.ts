import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { nullable, object, oneOf, optional } from '../schema.ts';

/** Why the provider's sign-in did not lead to a session, as `?failed=` of the office's login page. */
export const signInFailures = ['unknown', 'refused', 'unavailable'] as const;
export type SignInFailure = (typeof signInFailures)[number];

const limits = [{ name: 'staff-sign-in', points: 30, seconds: 900, by: 'address' }] as const;

export const signInCalls = {
  staffSignIn: {
    method: 'GET',
    path: '/api/admin/sign-in',
    access: 'public',
    summary: 'The name of the provider at which operators sign in (OpenID Connect), or null',
    status: 200,
    reply: object({
      provider: nullable(object({ name: Type.String(), url: Type.String(), only: Type.Boolean() })),
    }),
  },
  beginStaffSignIn: {
    method: 'GET',
    path: '/api/admin/sign-in/begin',
    access: 'public',
    external: true,
    summary: "Redirect to the provider's login page",
    limits,
    query: object({ next: optional(Type.String({ maxLength: 500 })), language: optional(oneOf(locales)) }),
    streams: true,
    status: 302,
    reply: Type.Any(),
  },
  endStaffSignIn: {
    method: 'GET',
    path: '/api/admin/sign-in/callback',
    access: 'public',
    external: true,
    summary: 'Where the provider sends an operator back: redirects to the login page with a one-time link',
    limits,
    // Providers add parameters of their own.
    query: Type.Object({}),
    streams: true,
    status: 302,
    reply: Type.Any(),
  },
} as const satisfies Record<string, Call>;
