import emailSpellChecker from '@zootools/email-spell-checker';
import { checkEmail, checkName } from '#contract/rules/account-rules.ts';
import type { CallReply } from '#contract/calls.ts';

/** Mail providers of the site's countries; the library knows the American ones. */
const DOMAINS = [
  ...emailSpellChecker.POPULAR_DOMAINS,
  'ziggo.nl',
  'kpnmail.nl',
  'planet.nl',
  'home.nl',
  'hetnet.nl',
  'xs4all.nl',
  'upcmail.nl',
  'casema.nl',
  'telfort.nl',
  'outlook.nl',
  'hotmail.nl',
  'live.nl',
  'telenet.be',
  'skynet.be',
  'proximus.be',
  'hotmail.be',
  'live.be',
  'web.de',
  'gmx.de',
  'gmx.net',
  'gmx.at',
  'gmx.ch',
  't-online.de',
  'freenet.de',
  'orange.fr',
  'free.fr',
  'sfr.fr',
  'laposte.net',
  'wanadoo.fr',
  'libero.it',
  'virgilio.it',
  'tiscali.it',
  'alice.it',
  'hotmail.it',
  'hotmail.es',
  'wp.pl',
  'o2.pl',
  'onet.pl',
  'interia.pl',
  'bluewin.ch',
  'jubii.dk',
  'live.dk',
  'hotmail.dk',
  'telia.com',
  'hotmail.se',
  'live.se',
  'online.no',
  'hotmail.no',
  'luukku.com',
  'suomi24.fi',
  'hotmail.fi',
  'btinternet.com',
  'sky.com',
  'eircom.net',
  'bigpond.com',
  'shaw.ca',
  'rogers.com',
  'xtra.co.nz',
  'proton.me',
];

const KNOWN = new Set(DOMAINS);
/** Endings that no registry has and fingers make; any other unknown ending is somebody's own domain. */
const SLIPS = /\.(con|cmo|ocm|comm|cm|cim|vom|xom|nll|nk|nt|bee|dde|frr|itt)$/i;

/** "Did you mean": the address with its likely domain, or null. */
export function suggestEmail(email: string): string | null {
  const typed = email.trim();
  const found = emailSpellChecker.run({ email: typed, domains: [...KNOWN] });
  if (!found || found.full.toLowerCase() === typed.toLowerCase()) return null;
  return KNOWN.has(found.domain) || SLIPS.test(typed) ? found.full : null;
}

/** Form and suggestion of an address, or the form of a name (signup-check.php); never whether it is taken. */
export function checkSignupField({ email, name }: { email?: string; name?: string }): CallReply<'signupCheck'> {
  if (email !== undefined) {
    const code = checkEmail(email);
    const suggestion = code ? null : suggestEmail(email);
    return { ok: code === null, ...(code && { code }), ...(suggestion && { suggestion }) };
  }
  const code = checkName(name ?? '');
  return { ok: code === null, ...(code && { code }) };
}
