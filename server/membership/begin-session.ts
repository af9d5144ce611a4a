import type { App } from '../platform/app.ts';
import type { CallContext, MemberSession } from '../platform/http/context.ts';
import { movePush } from '../platform/outgoing/push-subscriptions.ts';
import { auditAs } from '../audit/index.ts';
import {
  accountOf,
  createSession,
  describeBrowser,
  endSession,
  knownDevice,
  rememberDevice,
  sessionsChanged,
  setSessionCookie,
  tokenHashOf,
  worksHere,
} from '../identity/index.ts';
import { userOf } from './present-user.ts';

type Call = CallContext<MemberSession | null>;

/** Ends a session in all processes. */
export async function leave(app: App, session: MemberSession): Promise<void> {
  await endSession(app.db, session);
  sessionsChanged(app.events, session.memberId);
}

/** Takes over from whatever session the browser had: its id never survives a log-in. Returns the member. */
export async function begin(app: App, call: Call, { memberId, cookie }: { memberId: number; cookie: string }) {
  if (call.member?.memberId === memberId) await movePush(app.db, call.member, tokenHashOf(cookie));
  if (call.member) await leave(app, call.member);
  setSessionCookie(call, cookie);
  rememberDevice(app, call, memberId);
  // The login may have been made on any host; from here on the rules of the member's own site apply.
  return userOf(app, memberId, (await accountOf(app.db, memberId))?.host ?? call.host, tokenHashOf(cookie));
}

/**
 * Begins the session of a member who has just shown who they are, by `bothFactors` or one, and tells them by mail when the browser is new
 * to them. An operator's log-in is written to the audit log.
 */
export async function logInHere(app: App, call: Call, memberId: number, bothFactors = false) {
  const country = app.geoip.countryOf(call.ip);
  const isNew = knownDevice(app, call, memberId) === null;
  const cookie = await createSession(app.db, memberId, call.userAgent, country, bothFactors);
  if (bothFactors && (await worksHere(app.db, memberId))) await auditAs(memberId, 'operator.second_step')(app.db);
  if (isNew) await tellOfDevice(app, call, memberId, country);
  return begin(app, call, { memberId, cookie });
}

async function tellOfDevice(app: App, call: Call, memberId: number, country: string | null): Promise<void> {
  const account = await accountOf(app.db, memberId);
  // The first owner has no address.
  if (!account?.email) return;
  const { browser, system } = describeBrowser(call.userAgent);
  const to = { email: account.email, name: account.name, locale: account.language, memberId, host: account.host };
  await app.mailer.send(app.db, 'new-device', to, { name: account.name, browser, system, country });
}
