import { auditAs } from '../audit/index.ts';
import {
  accountOf,
  createSession,
  describeBrowser,
  endSession,
  knownDevice,
  noteDevice,
  recipientOf,
  rememberDevice,
  setSessionCookie,
  tokenHashOf,
  worksHere,
} from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import type { CallContext, MemberSession } from '../platform/http/context.ts';
import { movePush } from '../platform/outgoing/push-subscriptions.ts';
import { hostOfSite } from '../site-settings/index.ts';
import { userOf } from './present-user.ts';

type Call = CallContext<MemberSession | null>;

/**
 * Starts a session in this browser and ends the previous one, so that no session id survives a login. `afterwards` runs once the
 * browser is noted, before the reply is made.
 */
export async function begin(
  app: App,
  call: Call,
  { memberId, cookie }: { memberId: number; cookie: string },
  afterwards?: () => Promise<void>,
) {
  if (call.member?.memberId === memberId) await movePush(app.db, call.member, tokenHashOf(cookie));
  if (call.member) await endSession(app, app.db, call.member);
  setSessionCookie(call, cookie);
  await noteDevice(app, memberId, rememberDevice(app, call, memberId));
  await afterwards?.();
  // The login may use any host. From here on the settings of the member's own site apply.
  const host = await hostOfSite(app, (await accountOf(app.db, memberId))?.host);
  return userOf(app, memberId, host, tokenHashOf(cookie));
}

/**
 * Logs in a member who passed one factor (two if `bothFactors`), and mails them if the browser is new.
 */
export async function logInHere(app: App, call: Call, memberId: number, bothFactors = false) {
  const country = app.geoip.countryOf(call.ip);
  const isNew = knownDevice(app, call, memberId) === null;
  const cookie = await createSession(app.db, memberId, call.userAgent, country, bothFactors);
  if (bothFactors && (await worksHere(app.db, memberId)))
    await auditAs(memberId, 'operator.second_step')(app.db);
  if (isNew) await tellOfDevice(app, call, memberId, country);
  return begin(app, call, { memberId, cookie });
}

async function tellOfDevice(app: App, call: Call, memberId: number, country: string | null): Promise<void> {
  const account = await accountOf(app.db, memberId);
  // The first owner has no address.
  if (!account?.email) return;
  const { browser, system } = describeBrowser(call.userAgent);
  const to = recipientOf(account);
  await app.mailer.send(app.db, 'new-device', to, { name: account.name, browser, system, country });
}
