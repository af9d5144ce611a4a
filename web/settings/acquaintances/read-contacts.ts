import parsePhone, { type CountryCode as PhoneCountry } from 'libphonenumber-js/mobile';
import { type ContactKind, contactIdentity } from '#contract/acquaintances/contact-identity.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import { checkEmail } from '#contract/rules/account-rules.ts';

/** What separates numbers and addresses in pasted text and in the cells of CSV files; Google joins several by `:::`. */
const SEPARATORS = /[\n\r\t,;|"<>]+|:::/;
const NUMBER = /^[+(]?\d[\d\s()./\u00A0\u2010-\u2015-]{4,28}$/;

/** Finds the identities of all mobile numbers and addresses in pasted text, a CSV file or a vCard file. */
export function readContacts(text: string, country: CountryCode): string[] {
  const found = new Set<string>();
  const add = (kind: ContactKind, value: string) => void found.add(contactIdentity(kind, value));
  for (const piece of /^BEGIN:VCARD/im.test(text) ? vCardValues(text) : text.split(SEPARATORS))
    for (const value of valuesOf(piece)) {
      if (value.includes('@')) {
        if (checkEmail(value) === null) add('mail', value);
        continue;
      }
      const mobile = mobileOf(value, country);
      if (mobile !== null) add('mobile', mobile);
    }
  return [...found];
}

/** A cell as a whole if it is a number, or else each of its words that contains an address. */
function valuesOf(piece: string): string[] {
  const tidy = piece.trim().replace(/^(tel|mailto):/i, '');
  return NUMBER.test(tidy) ? [tidy] : tidy.split(/\s+/).filter((word) => word.includes('@'));
}

/** The number in international form, or null if it cannot be a mobile number. */
function mobileOf(value: string, country: CountryCode): string | null {
  const mobile = parsePhone(value, country satisfies PhoneCountry);
  return mobile?.isValid() ? mobile.number : null;
}

/** The values of TEL and EMAIL lines, with folded lines joined. Other lines may be photos of some megabytes. */
const vCardValues = (text: string): string[] =>
  text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      const value = /^(?:[\w-]+\.)?(?:TEL|EMAIL)(?:;[^:]*)?:(.*)$/i.exec(line)?.[1];
      return value === undefined ? [] : [value];
    });

/** The text of a file, or null if it is none. Outlook writes UTF-16 with a byte order mark. */
export async function textOf(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
  return text.includes('\0') ? null : text;
}
