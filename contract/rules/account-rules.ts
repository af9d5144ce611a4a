import type { FieldCode } from '../errors.ts';

/**
 * The rules about accounts (docs/product.md 5), pure, so that a form can answer as one types and the server answers the same.
 * Each gives null when the value is fine, else the code of the sentence.
 */

export const NAME_LENGTH = { least: 2, most: 30 } as const;
/** NIST SP 800-63B: length and known passwords matter, composition does not. */
export const PASSWORD_LENGTH = { least: 8, most: 200 } as const;
export const ABOUT_LENGTH = 2000;
/** Nobody older has ever been seen; a typing slip is likelier. */
const OLDEST = 115;

const LOCAL_PART = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** What makes an address one account: its letters without case and outer spaces. */
export const emailKey = (email: string) => email.trim().normalize('NFC').toLowerCase();

/** 'Invalid email' */
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
    /^(\p{L}{2,}|xn--.+)$/u.test(labels.at(-1)!);
  return fine ? null : 'email_invalid';
}

/** A username as it is stored: outer and double spaces gone. */
export const tidyName = (name: string) => name.normalize('NFC').trim().replace(/\s+/gu, ' ');

/** The version of the words by which members agree to the use of what they tell about sexuality and wishes (`intimate_consent` in the texts of signup). */
export const INTIMATE_CONSENT = '2026-11-22';

/**
 * 'Username may not be the same as your e-mail address', 'Username may not start with @'. A name that carries an
 * address, a site or a telephone number is refused too: contact details are what scammers put there.
 */
export function checkName(name: string, email?: string | null): FieldCode | null {
  const tidy = tidyName(name);
  if (tidy === '') return 'required';
  if (email && emailKey(tidy) === emailKey(email)) return 'name_is_email';
  if (tidy.startsWith('@')) return 'name_starts_with_at';
  const length = [...tidy].length;
  if (length < NAME_LENGTH.least) return 'too_short';
  if (length > NAME_LENGTH.most) return 'too_long';
  const contact = /\S@\S+\.\S|https?:|www\.|\d(?:[ .-]?\d){6}|\.(com|net|nl|org|info|de)\b/iu.test(tidy);
  // Control characters and directions of writing could make a name look like another, or break a mail's header.
  if (contact || /[\p{Cc}\p{Cf}\p{Cs}\p{Co}<>]/u.test(name.trim()) || !/[\p{L}\p{N}]/u.test(tidy)) return 'name_invalid';
  return null;
}

/** Whole years between a day of birth and today, both `YYYY-MM-DD`. */
export function ageOn(today: string, dateOfBirth: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/** 'Enter your date of birth ({min_age}+)', 'Invalid date of birth.' `today` is `YYYY-MM-DD`. */
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

/** What every new password needs; how easily it is guessed is judged by the server, which has the lists (`passwordCheck`). */
export function checkPassword(password: string): 'required' | 'password_short' | null {
  if (password === '') return 'required';
  return [...password].length < PASSWORD_LENGTH.least ? 'password_short' : null;
}

/** 'The entered passwords are not the same.' */
export const checkRepeat = (password: string, repeated: string): FieldCode | null => (password === repeated ? null : 'passwords_differ');
