import type { FieldCode } from '../errors.ts';

/** Digits, signs and letters of other scripts that read like a Latin letter. */
const LOOKALIKES: Record<string, string> = {
  ...{
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    l: 'i',
    '|': 'i',
    '!': 'i',
    $: 's',
    '@': 'a',
  },
  ...{
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ѕ: 's',
    т: 't',
    м: 'm',
    к: 'k',
    н: 'h',
  },
  ...{ α: 'a', ο: 'o', ι: 'i', ρ: 'p', τ: 't', ν: 'v' },
};

function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...plain].map((letter) => LOOKALIKES[letter] ?? letter).join('');
}

/** Words of a site's staff in its languages, folded, which no member's or operator's name contains. */
const STAFF = new Set(
  [
    'admin administrator administrators staff moderator moderators moderation support helpdesk webmaster',
    'klantenservice beheerder kundenservice kundendienst kundtjanst kundeservice kundesupport asiakaspalvelu',
    'moderateur moderatrice moderatore moderatori moderador moderadora moderatorka',
    'administrateur administratrice administratore administrador administradora yllapito yllapitaja',
  ]
    .join(' ')
    .split(' ')
    .map(fold),
);

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Checks that a name does not read like the site or its staff: it contains no word for staff, and not the site's name.
 * People trust whom they take for the site with passwords and money. Only the server checks this.
 */
export function checkOfficialName(name: string, siteName: string | null): FieldCode | null {
  const words = wordsOf(name);
  const [whole, site] = [words.join(''), wordsOf(siteName ?? '').join(' ')];
  const isOfficial =
    words.some((word) => STAFF.has(word)) ||
    STAFF.has(whole) ||
    (site !== '' && (` ${words.join(' ')} `.includes(` ${site} `) || whole === site.replaceAll(' ', '')));
  return isOfficial ? 'name_invalid' : null;
}
