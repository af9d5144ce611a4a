import { emailKey } from '../rules/account-rules.ts';

interface Provider {
  /** Domains that deliver to the same mailbox; the first one stands for all of them. */
  domains: readonly string[];
  /** Characters that the provider ignores in the local part. */
  ignores?: RegExp;
  /** Separates the mailbox from a tag that its owner makes up. Defaults to `+`. */
  tag?: string;
}

/**
 * Providers whose addresses can be written in several ways. Domains that are different mailboxes at one
 * provider, such as outlook.com and hotmail.com, are not listed together.
 */
const PROVIDERS: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignores: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignores: /[._-]/g },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  {
    domains: ['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'ya.ru', 'narod.ru'],
  },
  ...[
    'yahoo.com',
    'yahoo.co.uk',
    'yahoo.de',
    'yahoo.fr',
    'yahoo.it',
    'yahoo.es',
    'yahoo.ca',
    'yahoo.com.au',
    'yahoo.se',
    'yahoo.no',
    'yahoo.dk',
    'yahoo.fi',
    'yahoo.pl',
    'yahoo.ie',
    'ymail.com',
    'rocketmail.com',
  ].map((domain) => ({ domains: [domain], tag: '-' })),
];

const BY_DOMAIN = new Map(
  PROVIDERS.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
);

/**
 * The mailbox that an address reaches: without the tag after a plus, and with the provider's spellings of one
 * mailbox made equal. It identifies the person for bans and free messages. Logins use `emailKey`, because at
 * an unknown provider two spellings may still be two people.
 */
export function personKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const domain = key.slice(at + 1);
  const provider = BY_DOMAIN.get(domain);
  let mailbox = beforeTag(key.slice(0, at), '+');
  if (provider?.tag) mailbox = beforeTag(mailbox, provider.tag);
  if (provider?.ignores) mailbox = mailbox.replace(provider.ignores, '') || mailbox;
  return `${mailbox}@${provider?.domains[0] ?? domain}`;
}

function beforeTag(local: string, separator: string): string {
  const at = local.indexOf(separator);
  return at > 0 ? local.slice(0, at) : local;
}
