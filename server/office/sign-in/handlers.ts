import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { defaultLocale, type Locale, localePath } from '#contract/lists/locales.ts';
import type { SignInFailure } from '#contract/office/sign-in.ts';
import { identifyOperator, operatorLoginToken } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { type CallContext, handlers, type MemberSession } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { seal, unseal } from '../../platform/sealing.ts';
import { type BegunSignIn, staffProvider } from './staff-provider.ts';

const COOKIE = 'staff-sign-in';
/** How long an operator may take at the provider. */
const SIGN_IN_SECONDS = 900;
/** The browser follows the one-time link at once. */
const LINK_MINUTES = 2;

const loginPage = (language: Locale, query: Record<string, string>) =>
  `${localePath(language, '/admin/login')}?${new URLSearchParams(query)}`;

interface Kept extends BegunSignIn {
  next: string;
  language: Locale;
  until: number;
}

export function signInHandlers(app: App) {
  const { publicUrl, secret, staffSignIn } = app.config;
  const provider = staffSignIn && staffProvider(staffSignIn, `${publicUrl}/api/admin/sign-in/callback`);

  const keptBy = (call: Call): Kept | null => {
    try {
      const sealed = Buffer.from(call.cookie(COOKIE) ?? '', 'base64url');
      const kept = JSON.parse(unseal(secret, COOKIE, '', sealed)) as Kept;
      return kept.until > Date.now() ? kept : null;
    } catch {
      return null;
    }
  };

  /** The path to go on with. Every failure leads back to the login page, with its reason. */
  async function end(call: Call): Promise<string> {
    if (!provider) throw refuse('not_found');
    const kept = keptBy(call);
    call.clearCookie(COOKIE);
    if (!kept) return loginPage(call.locale ?? defaultLocale, { failed: 'refused' });
    const { language, next } = kept;
    try {
      const identity = await provider.end(new URL(call.request.url, publicUrl), kept);
      const operator = await identifyOperator(app, identity);
      if (operator === null) return loginPage(language, { failed: 'unknown' });
      const token = await operatorLoginToken(app.db, operator, LINK_MINUTES);
      return loginPage(language, { token, next });
    } catch (error) {
      const failure = failureOf(error);
      app.log.warn({ failure, code: codeOf(error) }, 'an operator could not sign in at the provider');
      return loginPage(language, { failed: failure });
    }
  }

  return handlers({
    staffSignIn: async () => ({
      provider: staffSignIn && {
        name: staffSignIn.name,
        only: staffSignIn.only,
        url: `${publicUrl}/api/admin/sign-in/begin`,
      },
    }),

    async beginStaffSignIn({ query }, call) {
      if (!provider) throw refuse('not_found');
      const { next = '/admin', language = call.locale ?? defaultLocale } = query ?? {};
      const begun = await provider.begin().catch((error: unknown) => {
        app.log.warn({ code: codeOf(error) }, 'the sign-in provider of the staff does not answer');
        return null;
      });
      if (!begun) return call.reply.redirect(loginPage(language, { failed: 'unavailable' }), 302);
      const kept: Kept = {
        ...begun.begun,
        next,
        language,
        until: Date.now() + SIGN_IN_SECONDS * 1000,
      };
      call.setCookie(COOKIE, seal(secret, COOKIE, '', JSON.stringify(kept)).toString('base64url'), {
        maxAgeSeconds: SIGN_IN_SECONDS,
      });
      return call.reply.redirect(begun.url, 302);
    },

    async endStaffSignIn(_input, call) {
      return call.reply.header('cache-control', 'no-store').redirect(await end(call), 302);
    },
  });
}

type Call = CallContext<MemberSession | null>;

/** `refused` if the provider or the checks of its answer say no, else `unavailable`. */
function failureOf(error: unknown): SignInFailure {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return 'refused';
  return error instanceof ClientError && error.code !== 'OAUTH_TIMEOUT' ? 'refused' : 'unavailable';
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'none';
