import type { FieldCode } from '../errors.ts';

/**
 * Validation of account data, shared by the forms and the server. Each function returns null for a valid
 * value, or else an error code.
 */

export const NAME_LENGTH = { least: 2, most: 30 } as const;
/**
 * As NIST SP 800-63B recommends, passwords are checked by length and against known ones, not by composition.
 */
export const PASSWORD_LENGTH = { least: 8, most: 200 } as const;
export const ABOUT_LENGTH = 2000;
const OLDEST = 115;

const LOCAL_PART = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** The form in which an e-mail address is unique: trimmed, in lower case. */
export const emailKey = (email: string) => email.trim().normalize('NFC').toLowerCase();

/** The pool of the sites that existed before there were pools. */
const FIRST_POOL = 1;

/** An address within a pool of sites. */
export type AddressKey = string & { readonly of: 'pool' };

/**
 * The form in which an address is unique within a pool of sites, so that whatever is looked up, limited or
 * hashed by it stays within the pool. It ends with `@` and the pool, except in the first pool, whose keys are
 * older than pools. Typed text that contains `@` twice gets the ending there too, so that it never reads as the
 * key of another pool.
 */
export function addressKey(pool: number, email: string): AddressKey {
  const key = emailKey(email);
  const isBare = pool === FIRST_POOL && key.indexOf('@') === key.lastIndexOf('@');
  return (isBare ? key : `${key}@${pool}`) as AddressKey;
}

export function checkEmail(email: string): FieldCode | null {
  const [local = '', domain = '', ...more] = email.trim().split('@');
  const labels = domain.split('.');
  const fine =
    more.length === 0 &&
    email.trim().length <= 254 &&
    local.length <= 64 &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    /^(\p{L}{2,}|xn--.+)$/u.test(labels.at(-1) ?? '');
  return fine ? null : 'email_invalid';
}

/** A username as stored: trimmed, with single spaces. */
export const tidyName = (name: string) => name.normalize('NFC').trim().replace(/\s+/gu, ' ');

/**
 * Version of the consent text about sexuality and wishes (`intimate_consent` in the signup texts, `intimate`
 * in those of the settings).
 */
export const INTIMATE_CONSENT = '2026-11-23';

/** Version of the text about the advertising reference (`source` in the settings). */
export const SOURCE_TEXT = '2026-11-23';

/** Endings of addresses that are not also a word after an abbreviation, as in "Ma. de la Cruz". */
const ENDING = 'com|net|org|info|xyz|link|site|online|app|ly|me|tv|cc|io|co|gg|nl|ru';
const SPACED_DOT = new RegExp(` \\. ?|\\. (?=(?:${ENDING})(?![\\p{L}\\p{N}]))`, 'giu');

/**
 * Checks a username. Names with an e-mail address, a web site or a telephone number are invalid, because
 * scammers put contact details there.
 */
export function checkName(name: string, email?: string | null): FieldCode | null {
  const tidy = tidyName(name);
  if (tidy === '') return 'required';
  if (email && emailKey(tidy) === emailKey(email)) return 'name_is_email';
  if (tidy.startsWith('@')) return 'name_starts_with_at';
  const length = [...tidy].length;
  if (length < NAME_LENGTH.least) return 'too_short';
  if (length > NAME_LENGTH.most) return 'too_long';
  // Browsers and mail programs read full-width letters and the dots of other scripts like those of ASCII, and people
  // read past spaces.
  const plain = tidy.normalize('NFKC').replaceAll('。', '.').replace(SPACED_DOT, '.');
  const contact =
    /\S@\S+\.\S|https?:|(?<![\p{L}\p{N}])www(?![\p{L}\p{N}])|\p{Nd}(?:[ .-]?\p{Nd}){6}|[\p{L}\p{N}-]{2}\.\p{L}{2}|\.\p{L}{2,}\//iu.test(
      plain,
    );
  // Control and bidirectional characters could imitate another name or break a mail header. After `=?` mail
  // programs read encoded text.
  if (contact || /[\p{Cc}\p{Cf}\p{Cs}\p{Co}<>]|=\?/u.test(name.trim()) || !/[\p{L}\p{N}]/u.test(tidy))
    return 'name_invalid';
  return null;
}

/** Scripts with letters that look like those of another of them. */
const ALIKE = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/**
 * Checks the name of an operator, which members and colleagues trust. It has no characters with a meaning in a
 * list of mail addresses, and no letters that look like those of another name.
 */
export function checkOperatorName(name: string, email?: string | null): FieldCode | null {
  const code = checkName(name, email);
  if (code) return code;
  const tidy = tidyName(name);
  const isMisread =
    /[=,;:@"\\]/.test(tidy) ||
    tidy !== tidy.normalize('NFKC') ||
    ALIKE.filter((script) => script.test(tidy)).length > 1;
  return isMisread ? 'name_invalid' : null;
}

/** Age in years on `today`. Both dates are `YYYY-MM-DD`. */
export function ageOn(today: string, dateOfBirth: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

export function checkDateOfBirth(dateOfBirth: string, minAge: number, today: string): FieldCode | null {
  const text = dateOfBirth.trim();
  if (text === '') return 'date_of_birth_required';
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return 'date_of_birth_invalid';
  const date = new Date(`${text}T00:00:00Z`);
  const real = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
  if (!real || text > today) return 'date_of_birth_invalid';
  const age = ageOn(today, text);
  if (age > OLDEST) return 'date_of_birth_invalid';
  return age < minAge ? 'too_young' : null;
}

/**
 * Minimum requirements. Only the server can estimate the strength, because it has the password lists
 * (`passwordCheck`).
 */
export function checkPassword(password: string): 'required' | 'password_short' | null {
  if (password === '') return 'required';
  return [...password].length < PASSWORD_LENGTH.least ? 'password_short' : null;
}

export const checkRepeat = (password: string, repeated: string): FieldCode | null =>
  password === repeated ? null : 'passwords_differ';

export const PHONE_PATTERN = '^\\+?[0-9 ()./-]{5,25}$';
