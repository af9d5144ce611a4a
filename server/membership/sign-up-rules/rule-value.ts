import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { FieldCode } from '#contract/errors.ts';
import type { SignUpRuleKind } from '#contract/membership/sign-up-rule-kinds.ts';

const MOST_ASN = 0xff_ff_ff_ff;
/** Prefix lengths of networks. A wider network than the shortest is a mistake; providers assign an IPv6 /64 to each customer. */
const PREFIXES = { 4: { least: 8, most: 32 }, 6: { least: 16, most: 64 } } as const;
const LABELS = /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** The stored form of a typed value, or the error code of its field. The database clears the host bits of a network. */
export const ruleValue: Record<SignUpRuleKind, (typed: string) => { value: string } | { code: FieldCode }> = {
  mail_domain(typed) {
    const domain = asciiDomain(typed.replace(/^(.*@|\*\.)/, ''));
    return LABELS.test(domain) ? { value: domain } : { code: 'mail_domain_invalid' };
  },
  network(typed) {
    const [address = '', length, ...more] = typed.split('/');
    const family = isIP(address);
    if ((family !== 4 && family !== 6) || more.length > 0 || /^::ffff:|%/i.test(address))
      return { code: 'cidr_invalid' };
    const { least, most } = PREFIXES[family];
    const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : NaN;
    return bits >= least && bits <= most ? { value: `${address}/${bits}` } : { code: 'cidr_invalid' };
  },
  asn(typed) {
    const digits = /^(?:AS)?\s?(\d{1,10})$/i.exec(typed)?.[1];
    const number = Number(digits ?? 0);
    return number >= 1 && number <= MOST_ASN ? { value: String(number) } : { code: 'asn_invalid' };
  },
  country(typed) {
    const code = typed.toUpperCase();
    return /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined
      ? { value: code }
      : { code: 'country_code_invalid' };
  },
};

/** The domain in lower case and with Punycode, without a dot at its end. Empty if it is not a domain. */
export const asciiDomain = (typed: string): string => domainToASCII(typed.trim().replace(/\.$/, ''));
