import emailSpellChecker from '@zootools/email-spell-checker';
import type { CallReply } from '#contract/calls.ts';
import { checkEmail, checkName } from '#contract/rules/account-rules.ts';
import { checkOfficialName } from '#contract/word-patterns/official-names.ts';

/** Mail providers of the site's countries; the library only has American ones. */
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
/** Common typos of top-level domains that no registry has. Other unknown ones may be real. */
const SLIPS = /\.(con|cmo|ocm|comm|cm|cim|vom|xom|nll|nk|nt|bee|dde|frr|itt)$/i;

export function suggestEmail(email: string): string | null {
  const typed = email.trim();
  const found = emailSpellChecker.run({ email: typed, domains: [...KNOWN] });
  if (!found || found.full.toLowerCase() === typed.toLowerCase()) return null;
  return KNOWN.has(found.domain) || SLIPS.test(typed) ? found.full : null;
}

/**
 * signup-check.php: checks the form of an address, with a suggestion, or of a name. Never reveals whether an
 * address is in use.
 */
export function checkSignupField(
  { email, name = '' }: { email?: string; name?: string },
  siteName: string,
): CallReply<'signupCheck'> {
  if (email !== undefined) {
    const code = checkEmail(email);
    const suggestion = code ? null : suggestEmail(email);
    return { ok: code === null, ...(code && { code }), ...(suggestion && { suggestion }) };
  }
  const code = checkName(name) ?? checkOfficialName(name, siteName);
  return { ok: code === null, ...(code && { code }) };
}
