import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { deleteReasons } from '../lists/delete-reasons.ts';
import { locales } from '../lists/locales.ts';
import { type MailPauseDays, mailPauseDays } from '../lists/notifications.ts';
import { MOST_SPENDING_CAP, type PauseDays, pauseDays } from '../rules/spending-rules.ts';
import { instant, list, nullable, object, ok, oneOf, optional, text } from '../schema.ts';
import { passwordGuesses } from './security.ts';
import { user } from './user.ts';

export const accountCalls = {
  login: {
    method: 'POST',
    path: '/api/user.php',
    access: 'public',
    summary: 'Log in',
    limits: [{ name: 'login-address', points: 60, seconds: 900, by: 'address' }],
    body: object({ email: text(320), password: text(200) }),
    status: 200,
    reply: user,
  },
  user: {
    method: 'GET',
    path: '/api/user.php',
    access: 'member',
    summary: 'The logged-in member',
    status: 200,
    reply: user,
  },
  changeUser: {
    method: 'PUT',
    path: '/api/user.php',
    access: 'member',
    summary:
      'Change language, invisible mode, incognito, notifications, spending cap, read receipts, time zone, names in pushes',
    body: object({
      language: optional(oneOf(locales)),
      invisible: optional(Type.Boolean()),
      incognito: optional(Type.Boolean()),
      notifications_disabled: optional(list(text(60), { maxItems: 40 })),
      spending_cap: optional(nullable(Type.Integer({ minimum: 0, maximum: MOST_SPENDING_CAP }))),
      read_marks: optional(Type.Boolean()),
      refuses_intimate: optional(Type.Boolean()),
      push_names: optional(Type.Boolean()),
      time_zone: optional(text(64)),
    }),
    status: 200,
    reply: user,
  },
  changeIntimateConsent: {
    method: 'PUT',
    path: '/api/intimate-consent.php',
    access: 'member',
    summary: 'Give or withdraw the consent to the use of intimate data; without it a member is invisible',
    body: object({ given: Type.Boolean() }),
    status: 200,
    reply: user,
  },
  objectToSource: {
    method: 'DELETE',
    path: '/api/traffic-source.php',
    access: 'member',
    summary: 'Object to keeping the advertising reference, which erases it for good',
    status: 200,
    reply: user,
  },
  pauseMails: {
    method: 'POST',
    path: '/api/mail-pause.php',
    access: 'member',
    summary: 'Pause news e-mails for some days from now; replaces a running pause',
    body: object({ days: Type.Unsafe<MailPauseDays>({ type: 'integer', enum: [...mailPauseDays] }) }),
    status: 200,
    reply: user,
  },
  endMailPause: {
    method: 'DELETE',
    path: '/api/mail-pause.php',
    access: 'member',
    summary: 'End the pause of news e-mails',
    status: 200,
    reply: user,
  },
  pauseSpending: {
    method: 'POST',
    path: '/api/spending-pause.php',
    access: 'member',
    summary: 'Pause my spending for some days; a running pause can only be extended',
    body: object({ days: Type.Unsafe<PauseDays>({ type: 'integer', enum: [...pauseDays] }) }),
    status: 200,
    reply: user,
  },
  endSpendingPause: {
    method: 'DELETE',
    path: '/api/spending-pause.php',
    access: 'member',
    summary: 'Request an early end of the spending pause, which takes effect a day later',
    status: 200,
    reply: user,
  },
  deleteUser: {
    method: 'DELETE',
    path: '/api/user.php',
    access: 'member',
    summary: 'Delete the account (14 days to reactivate)',
    limits: [passwordGuesses],
    body: object({ reason: oneOf(deleteReasons), remarks: optional(text(2000)), password: text(200) }),
    status: 200,
    reply: object({ ok: Type.Literal(true), reactivate_until: instant }),
  },
  subscribePush: {
    method: 'POST',
    path: '/api/user.php',
    when: 'push',
    access: 'member',
    summary: 'Register a push subscription',
    body: object({
      subscription: Type.Object(
        {
          endpoint: text(2000, 1),
          expirationTime: optional(Type.Union([Type.Number(), Type.Null()])),
          keys: object({ p256dh: text(200, 1), auth: text(100, 1) }),
        },
        { additionalProperties: false },
      ),
    }),
    status: 200,
    reply: ok,
  },
  unsubscribePush: {
    method: 'DELETE',
    path: '/api/push-subscription.php',
    access: 'member',
    summary: 'Remove the push subscription of a browser',
    body: object({ endpoint: text(2000, 1) }),
    status: 200,
    reply: ok,
  },
  logout: {
    method: 'GET',
    path: '/api/logout.php',
    access: 'public',
    summary: 'Log out',
    changesState: true,
    status: 200,
    reply: ok,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/reset-password.php',
    access: 'public',
    summary: 'Request a reset link, or set a new password with its token',
    limits: [{ name: 'reset-address', points: 20, seconds: 3600, by: 'address', field: 'email' }],
    body: Type.Union([object({ email: text(320, 1) }), object({ token: text(200, 1), password: text(200) })]),
    status: 200,
    reply: ok,
  },
  changePassword: {
    method: 'PUT',
    path: '/api/password.php',
    access: 'member',
    summary: 'Change the password',
    limits: [passwordGuesses],
    /**
     * `keep` lists the factors that stay: ids of passkeys, and `totp` for the authenticator app. All others
     * are removed.
     */
    body: object({
      old_password: text(200),
      password: text(200),
      keep: Type.Optional(list(text(1400))),
    }),
    status: 200,
    reply: ok,
  },
  changeMail: {
    method: 'POST',
    path: '/api/mail-change.php',
    access: 'public',
    summary: 'Request a change of the e-mail address, or confirm it with the token of its link',
    limits: [
      { ...passwordGuesses, field: 'password' },
      { name: 'mail-change', points: 10, seconds: 86_400, by: 'member', field: 'email' },
    ],
    body: Type.Union([object({ email: text(320, 1), password: text(200) }), object({ token: text(200, 1) })]),
    status: 200,
    reply: ok,
  },
  reactivate: {
    method: 'POST',
    path: '/api/reactivate.php',
    access: 'public',
    summary: 'Reactivate an account pending deletion',
    body: object({ token: text(200, 1) }),
    status: 200,
    reply: user,
  },
  operatorLogin: {
    method: 'POST',
    path: '/api/admin/login',
    access: 'public',
    summary: 'Log in as an operator with the token of a one-time link',
    limits: [{ name: 'operator-login', points: 20, seconds: 900, by: 'address' }],
    audit: { act: 'operator.login' },
    body: object({ token: text(200, 1) }),
    status: 200,
    reply: user,
  },
} as const satisfies Record<string, Call>;
