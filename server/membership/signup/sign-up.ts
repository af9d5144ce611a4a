import { sql } from 'kysely';
import { isLandingDesign } from '#contract/lists/landing-designs.ts';
import { offAtFirst } from '#contract/lists/notifications.ts';
import { firstNamesOf } from '#contract/membership/couples.ts';
import { addressKey, type AddressKey, INTIMATE_CONSENT } from '#contract/rules/account-rules.ts';
import { fullSlug } from '#contract/rules/landing-rules.ts';
import type { TrafficSource } from '#contract/rules/traffic-rules.ts';
import { noteReferral } from '../../credits/index.ts';
import { noteSignup } from '../../experiments/index.ts';
import {
  type Account,
  accountsOf,
  createLinkToken,
  createSession,
  type Holder,
  holderOf,
  hashPassword,
  isPassword,
  isSignupOf,
  isTimeZone,
  judgePassword,
  type NewAccount,
  openAccount,
  useLinkToken,
} from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { one, inTransaction, isTaken, type Db, type Tx } from '../../platform/database/index.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { createProfile, peopleAtFirst } from '../../profiles/index.ts';
import { type settingsOf, siteOf } from '../../site-settings/index.ts';
import { queueConversion } from '../../traffic/index.ts';
import { queueEvent } from '../../webhooks/index.ts';
import { screenSignup } from '../sign-up-rules/screen-signup.ts';
import { ACTIVATION_MINUTES } from './activation-minutes.ts';
import { signupPlace, type SignupPlace } from './signup-place.ts';
import { checkSignup, type SignupForm } from './signup-rules.ts';
import { tellHolder } from './tell-holder.ts';

export interface Visitor {
  host: string;
  /** The full address, because rules for sign-ups compare networks. */
  ip: string;
  /** The address comes near its limit of sign-ups. */
  isNearLimit: boolean;
  userAgent: string | undefined;
  trafficSource: TrafficSource | null;
  /** The number by which experiments know the browser. */
  unit: string | null;
}

/**
 * POST /api/signup.php. One transaction creates the account, an unlisted profile and a session, and queues
 * the activation mail; `sendFirstMessage` sends the message of the first free chat afterwards. For an address in use, response and timing
 * are the same, but the new account cannot be activated, and a mail notifies the owner. Throws
 * `invalid_fields` for an invalid form (docs/product.md 5.7), `signup_closed` if the site's `signups`
 * setting excludes the visitor, and `proof_required` or `proof_invalid` without a proof of work that is needed.
 */
export async function signUp(
  app: App,
  form: SignupForm,
  visitor: Visitor,
): Promise<{ memberId: number; cookie: string; isRepeat: boolean }> {
  const { settings, pool, host: siteHost } = await siteOf(app, visitor.host);
  const tracking =
    form.tracking && Object.keys(form.tracking).length > 0 ? form.tracking : visitor.trafficSource;
  if (settings.signups === 'with_trafficsource' && !tracking) throw refuse('signup_closed');
  if (settings.signups === 'invite' && !form.invite) throw refuse('signup_closed');
  const place = await checkForm(app, form, visitor, settings);

  const admitted = await screenSignup(app, {
    site: siteHost,
    ...{ email: form.email, proof: form.proof, settings },
    ...{ ip: visitor.ip, isNearLimit: visitor.isNearLimit },
  });

  const key = addressKey(pool.id, form.email);
  const [{ signup }, holder] = await Promise.all([accountsOf(app.db, key), holderOf(app.db, key)]);
  const [passwordHash, repeated] = await Promise.all([
    hashPassword(form.password),
    isRepeat(app.db, signup, form),
  ]);
  if (signup && repeated)
    return {
      memberId: signup.id,
      cookie: await createSession(app.db, signup.id, visitor.userAgent),
      isRepeat: true,
    };
  if (holder && settings.reveal_membership) throw refuseFields({ email: 'email_taken' });

  // The browser's zone. An unknown zone is ignored rather than rejected.
  const timeZone = form.time_zone && (await isTimeZone(app.db, form.time_zone)) ? form.time_zone : null;
  const newcomer: Newcomer = {
    key,
    passwordHash,
    host: visitor.host,
    timeZone,
    tracking: tracking ?? null,
    landing: landingOf(form, settings.niche),
    signupKey: form.client_id ?? null,
    place,
    unit: visitor.unit,
  };
  const join = (holder: Holder | null) =>
    inTransaction(app.db, async (tx) => {
      if (settings.signups === 'invite') await admit(tx, form.invite, siteHost);
      const memberId = await addMember(app, tx, form, newcomer, holder);
      await admitted(tx, memberId);
      return { memberId, cookie: await createSession(tx, memberId, visitor.userAgent) };
    });
  // Of two concurrent signups with one address, the second finds it taken.
  const joined = await join(holder).catch(async (error: unknown) => {
    if (!isTaken(error, 'members_email_key_key')) throw error;
    return join(await holderOf(app.db, key));
  });
  return { ...joined, isRepeat: false };
}

/** Uses up an invitation. Throws `signup_closed` if there is none that admits to this site. */
async function admit(tx: Tx, invite: string | undefined, siteHost: string): Promise<void> {
  const used = invite ? await useLinkToken(tx, invite, 'invite') : null;
  const { site = siteHost } = used?.payload ?? {};
  if (!used || site !== siteHost) throw refuse('signup_closed');
}

async function checkForm(
  app: App,
  form: SignupForm,
  visitor: Visitor,
  settings: Awaited<ReturnType<typeof settingsOf>>,
): Promise<SignupPlace> {
  const { fields, params } = checkSignup(form, settings, await today(app.db));
  const { code: weak } = await judgePassword(form.password, [
    ...firstNamesOf(form.name),
    form.email,
    form.city,
    settings.name,
    visitor.host,
  ]);
  if (weak) fields['password'] ??= weak;
  if (Object.keys(fields).length > 0) throw refuseFields(fields, params);
  const place = signupPlace(form);
  if (!place) throw refuseFields({ city: 'invalid' });
  return place;
}

function landingOf({ landing }: SignupForm, niche: number): NewAccount['landing'] {
  if (!isLandingDesign(landing?.lander)) return null;
  return { lander: landing.lander, slug: (landing.slug && fullSlug(landing.slug, niche)) || null };
}

async function today(db: Db): Promise<string> {
  const { today } = await one(
    sql<{ today: string }>`select to_char(app_now(), 'YYYY-MM-DD') as today`.execute(db),
  );
  return today;
}

/**
 * Returns whether this form created the account within the last hour, because clients repeat a request after
 * a lost response. Only the form's secret key identifies a repeat; comparing passwords would bypass the login
 * limits.
 */
async function isRepeat(
  db: Db,
  signup: Account | null,
  { client_id: key, password }: SignupForm,
): Promise<boolean> {
  const own =
    signup?.status === 'not_confirmed' && key !== undefined && (await isSignupOf(db, signup.id, key));
  // A password is compared in either case, so that the timing reveals nothing.
  return isPassword(own ? signup.password_hash : null, password);
}

interface Newcomer {
  key: AddressKey;
  place: SignupPlace;
  passwordHash: string;
  host: string;
  timeZone: string | null;
  tracking: object | null;
  landing: NewAccount['landing'];
  signupKey: string | null;
  unit: string | null;
}

async function addMember(
  app: App,
  tx: Tx,
  form: SignupForm,
  newcomer: Newcomer,
  holder: Holder | null,
): Promise<number> {
  const { host } = newcomer;
  const memberId = await insertMember(tx, form, newcomer, holder !== null);
  await queueConversion(app, tx, { member: memberId, event: 'signup' });
  // A shadow account is not reported as a signup: it matters only to the owner of the address.
  if (holder === null) {
    const data = { member: memberId, country: form.country, language: form.language };
    await queueEvent(app, tx, { event: 'member.signed_up', member: memberId, site: host, data });
  }
  if (holder === null && newcomer.unit) await noteSignup(tx, memberId, newcomer.unit);
  if (holder === null && form.invite)
    await noteReferral(app, tx, { friend: memberId, token: form.invite, host });
  await writeMail(app, tx, form, memberId, host, holder);
  return memberId;
}

async function insertMember(
  tx: Tx,
  form: SignupForm,
  { place, unit: _unit, ...account }: Newcomer,
  taken: boolean,
): Promise<number> {
  const id = await openAccount(tx, {
    email: form.email,
    language: form.language,
    intimateConsent: INTIMATE_CONSENT,
    notificationsDisabled: offAtFirst,
    ...account,
    taken,
  });
  await createProfile(tx, {
    id,
    ...peopleAtFirst(form),
    gender_sought: form.gender_sought,
    date_of_birth: form.date_of_birth.trim(),
    country: form.country,
    ...place,
    about: form.about?.trim() || null,
    interests: [...new Set(form.interests)],
  });
  return id;
}

async function writeMail(
  app: App,
  tx: Tx,
  form: SignupForm,
  memberId: number,
  host: string,
  holder: Holder | null,
): Promise<void> {
  const token = await createLinkToken(tx, memberId, 'activate', ACTIVATION_MINUTES);
  if (!holder) {
    const to = {
      email: form.email.trim(),
      name: peopleAtFirst(form).name,
      locale: form.language,
      memberId,
      host,
    };
    return app.mailer.send(tx, 'activation', to, { token });
  }
  await tellHolder(app, tx, holder);
}
