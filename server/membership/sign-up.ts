import { randomUUID } from 'node:crypto';
import { emailKey, INTIMATE_CONSENT, tidyName } from '#contract/rules/account-rules.ts';
import { fullSlug, isLander } from '#contract/rules/landing-rules.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, isTaken, type Db, type Tx } from '../platform/database/index.ts';
import { sql } from 'kysely';
import { Refusal, refuse, refuseFields } from '../platform/http/refusal.ts';
import { sendMessage } from '../chat/index.ts';
import { queueConversion } from '../partners/index.ts';
import { OFF_AT_FIRST } from '../notifications/index.ts';
import { createProfile } from '../profiles/index.ts';
import { settingsOf, type trafficSourceOf } from '../site-settings/index.ts';
import {
  type Account,
  accountsOf,
  createLinkToken,
  createSession,
  hashPassword,
  isPassword,
  isSignupOf,
  isTimeZone,
  judgePassword,
  type NewAccount,
  openAccount,
  useLinkToken,
} from '../identity/index.ts';
import { queueEvent } from '../webhooks/index.ts';
import { checkSignup, type SignupForm } from './signup-rules.ts';
import { signupPlace, type SignupPlace } from './signup-place.ts';

/** Who asks, beside the form. */
export interface Visitor {
  host: string;
  userAgent: string | undefined;
  trafficSource: ReturnType<typeof trafficSourceOf>;
}

/** How long the link of the activation mail works. */
export const ACTIVATION_MINUTES = 7 * 24 * 60;

/**
 * Signs somebody up (POST /api/signup.php): account, unlisted profile and session in one transaction, the activation
 * mail with it, and the message for the first free chat after it. A taken address is answered alike in body and time:
 * the account made for it cannot be activated, and the owner is told by mail.
 *
 * Refuses `invalid_fields` (docs/product.md 5), `signup_closed`.
 */
export async function signUp(app: App, form: SignupForm, visitor: Visitor): Promise<{ memberId: number; cookie: string }> {
  const settings = await settingsOf(app, visitor.host);
  const tracking = form.tracking && Object.keys(form.tracking).length > 0 ? form.tracking : visitor.trafficSource;
  if (settings.signups === 'with_trafficsource' && !tracking) throw refuse('signup_closed');
  if (settings.signups === 'invite' && !form.invite) throw refuse('signup_closed');
  const { fields, params } = checkSignup(form, settings, await today(app.db));
  const { code: weak } = await judgePassword(form.password, [form.name, form.email, form.city, settings.name, visitor.host]);
  if (weak) fields['password'] ??= weak;
  if (Object.keys(fields).length > 0) throw refuseFields(fields, params);
  const place = signupPlace(form);
  if (!place) throw refuseFields({ city: 'invalid' });

  const key = emailKey(form.email);
  const before = await accountsOf(app.db, key);
  const [passwordHash, repeatOfOwner, repeatOfShadow] = await Promise.all([
    hashPassword(form.password),
    isRepeat(app.db, before.owner, form),
    isRepeat(app.db, before.shadow, form),
  ]);
  const repeated = repeatOfOwner ? before.owner : repeatOfShadow ? before.shadow : null;
  if (repeated) return { memberId: repeated.id, cookie: await createSession(app.db, repeated.id, visitor.userAgent) };
  if (before.owner && settings.reveal_membership) throw refuseFields({ email: 'email_taken' });

  // The browser's zone; one that nobody knows is no reason to send somebody away.
  const timeZone = form.time_zone && (await isTimeZone(app.db, form.time_zone)) ? form.time_zone : null;
  const join = (owner: Account | null) =>
    inTransaction(app.db, async (tx) => {
      if (settings.signups === 'invite' && !(await useLinkToken(tx, form.invite!, 'invite'))) throw refuse('signup_closed');
      const memberId = await insertMember(tx, form, {
        taken: owner !== null,
        passwordHash,
        host: visitor.host,
        timeZone,
        tracking: tracking ?? null,
        landing: landingOf(form, settings.niche),
        signupKey: form.client_id ?? null,
        place,
      });
      await queueConversion(app, tx, { member: memberId, event: 'signup' });
      // An account made for a taken address is nobody's: only its owner hears of it.
      if (owner === null) {
        const data = { member: memberId, country: form.country, language: form.language };
        await queueEvent(app, tx, { event: 'member.signed_up', member: memberId, site: visitor.host, data });
      }
      await writeMail(app, tx, form, memberId, visitor.host, owner);
      return { memberId, cookie: await createSession(tx, memberId, visitor.userAgent) };
    });
  // Two signups of one address at once: the second finds it taken.
  const joined = await join(before.owner).catch(async (error: unknown) => {
    if (!isTaken(error, 'members_email_key_key')) throw error;
    return join((await accountsOf(app.db, key)).owner);
  });
  await sendFirstMessage(app, joined.memberId, form, visitor.host);
  return joined;
}

/** The landing page of a form, by the names that there are: what else an address says is not kept. */
function landingOf({ landing }: SignupForm, niche: number): NewAccount['landing'] {
  if (!isLander(landing?.lander)) return null;
  return { lander: landing.lander, slug: (landing.slug && fullSlug(landing.slug, niche)) || null };
}

/** The day by the database's clock, `YYYY-MM-DD`. */
async function today(db: Db): Promise<string> {
  const { rows } = await sql<{ today: string }>`select to_char(app_now(), 'YYYY-MM-DD') as today`.execute(db);
  return rows[0]!.today;
}

/**
 * Whether this form made the account within the hour: the client repeats a call whose answer got lost. The form's own number is what
 * tells it, which nobody else knows; the password alone could be guessed here beside the limits of the log-in.
 */
async function isRepeat(db: Db, account: Account | null, { client_id: key, password }: SignupForm): Promise<boolean> {
  const right = await isPassword(account?.password_hash, password);
  return right && key !== undefined && account!.status === 'not_confirmed' && (await isSignupOf(db, account!.id, key));
}

interface NewMember {
  place: SignupPlace;
  taken: boolean;
  passwordHash: string;
  host: string;
  timeZone: string | null;
  tracking: object | null;
  landing: NewAccount['landing'];
  signupKey: string | null;
}

async function insertMember(tx: Tx, form: SignupForm, { place, ...account }: NewMember): Promise<number> {
  const id = await openAccount(tx, {
    email: form.email,
    language: form.language,
    intimateConsent: INTIMATE_CONSENT,
    notificationsDisabled: OFF_AT_FIRST,
    ...account,
  });
  await createProfile(tx, {
    id,
    name: tidyName(form.name),
    gender: form.gender,
    gender_sought: form.gender_sought,
    date_of_birth: form.date_of_birth.trim(),
    country: form.country,
    ...place,
    about: form.about?.trim() || null,
    interests: [...new Set(form.interests)],
  });
  return id;
}

/** The activation mail; for a taken address the owner's news instead, at most one a day. */
async function writeMail(app: App, tx: Tx, form: SignupForm, memberId: number, host: string, owner: Account | null): Promise<void> {
  const token = await createLinkToken(tx, memberId, 'activate', ACTIVATION_MINUTES);
  if (!owner) {
    const to = { email: form.email.trim(), name: tidyName(form.name), locale: form.language, memberId, host };
    return app.mailer.send(tx, 'activation', to, { name: to.name, token });
  }
  await tellOwner(app, tx, owner);
}

/** Tells the owner of an address that somebody wanted it for another account; at most once a day. */
export async function tellOwner(app: App, tx: Tx, owner: Account): Promise<void> {
  if ((await app.limits.limit('tell-owner', { points: 1, seconds: 86_400 }).take(String(owner.id))) !== null) return;
  await app.mailer.send(
    tx,
    'signup-existing',
    { email: owner.email, name: owner.name, locale: owner.language as Locale, memberId: owner.id, host: owner.host },
    { name: owner.name },
  );
}

/** The message cannot undo the signup: when the other left or blocked meanwhile, it is dropped. */
async function sendFirstMessage(app: App, memberId: number, { signup_message: message }: SignupForm, host: string): Promise<void> {
  if (!message || message.text.trim() === '') return;
  try {
    await sendMessage(app, memberId, { profile: message.profile, text: message.text.trim(), client_id: randomUUID() }, host);
  } catch (error) {
    if (error instanceof Refusal) app.log.info({ code: error.code }, 'the signup message could not be sent');
    else app.log.error({ err: error }, 'the signup message could not be sent');
  }
}
