import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js/min';
import { LinkifyIt } from 'linkify-it';
import { LINK, PHONE } from '#contract/rules/text-matching.ts';

const links = new LinkifyIt();
const FEWEST_DIGITS = 7;
const DATE = /\b\d{1,2}[./-]\d{1,2}[./ -] ?\d{4}\b|\b\d{4}-\d{2}-\d{2}\b/gu;

/** Whether a text has a link, a mail address or a phone number, also one that is written to escape a search for it. */
export function hasContactData(text: string, countries: readonly string[]): boolean {
  const said = unmasked(text);
  return LINK.test(said) || links.test(said) || hasPhone(said, countries);
}

/** `[at]`, `(dot)` and digits that are separated, spelled in other scripts or mixed with letters. */
const unmasked = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200f]|\ufe0f|\u20e3/gu, '')
    .replaceAll(
      /\s*[([{<]\s*(?:at|@|apenstaartje|arroba|arobase|chiocciola|malpa|małpa|snabel-?a|krollalfa|krøllalfa)\s*[)\]}>]\s*/giu,
      '@',
    )
    .replaceAll(/\s*[([{<]\s*(?:dot|\.|punt|punkt|punktum|point|punto|kropka|piste)\s*[)\]}>]\s*/giu, '.')
    .replaceAll(/(?<=\d)[oO](?=[\d\s])|(?<![\p{L}\d])[oO](?=\d)/gu, '0')
    .replaceAll(/(?<=\d)[lI|](?=\d)/gu, '1');

function hasPhone(text: string, countries: readonly string[]): boolean {
  const undated = text.replaceAll(DATE, ' ');
  if (countDigits(undated) < FEWEST_DIGITS) return isSpelledOut(text);
  const known = [undefined, ...countries.filter((country) => isSupportedCountry(country))];
  return [undated, undated.replaceAll(/(?<=\d)[^\p{L}\d+]{1,3}(?=\d)/gu, '')].some((written) =>
    known.some((country) =>
      // Some countries have numbers as short as a time of day.
      findPhoneNumbersInText(written, country).some(
        ({ startsAt, endsAt }) => countDigits(written.slice(startsAt, endsAt)) >= FEWEST_DIGITS,
      ),
    ),
  );
}

const countDigits = (text: string): number => text.match(/\d/gu)?.length ?? 0;

/** Six digits or more in words. The pattern also matches plain digits, which dates and prices have too. */
const isSpelledOut = (text: string): boolean => PHONE.test(text.replaceAll(/\d/gu, ''));
