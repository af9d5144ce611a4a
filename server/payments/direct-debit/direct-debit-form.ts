import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';
import parsePhone from 'libphonenumber-js/mobile';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { FieldCode } from '#contract/errors.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { deriveKey } from '../../platform/secrets.ts';

/** The direct debit form, checked and in one spelling. */
export interface DirectDebitForm {
  account_holder: string;
  /** Without spaces, upper case. */
  iban: string;
  street: string;
  house_number: string;
  postal_code: string;
  city: string;
  /** E.164. */
  mobile: string;
}

type Given = DirectDebitForm & { consent: boolean };

const required = ['account_holder', 'street', 'house_number', 'postal_code', 'city'] as const;

/** Checks the form (docs/product.md 5). `country` reads a mobile number that names none. Refuses `invalid_fields`. */
export function checkForm(given: Given, country: CountryCode): DirectDebitForm {
  const fields: Record<string, FieldCode> = {};
  const form: Record<string, string> = {};
  for (const name of required) {
    form[name] = given[name].replace(/\s+/g, ' ').trim();
    if (form[name] === '') fields[name] = 'required';
    else if (/[\p{Cc}<>]/u.test(form[name])) fields[name] = 'invalid';
  }
  const iban = electronicFormatIBAN(given.iban) ?? '';
  if (!isValidIBAN(iban) || !isSEPACountry(iban.slice(0, 2))) fields['iban'] = given.iban.trim() === '' ? 'required' : 'iban_invalid';
  const mobile = parsePhone(given.mobile, country);
  if (!mobile?.isValid()) fields['mobile'] = given.mobile.trim() === '' ? 'required' : 'phone_invalid';
  if (!given.consent) fields['consent'] = 'consent_required';
  if (Object.keys(fields).length > 0) throw refuseFields(fields);
  return { ...form, iban, mobile: mobile!.number } as DirectDebitForm;
}

const IV = 12;
const TAG = 16;

/** The form as it is stored: AES-256-GCM under a key of SECRET, bound to its payment. */
export function encryptForm(secret: string, paymentId: string, form: DirectDebitForm): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, 'direct debit forms'), iv).setAAD(Buffer.from(paymentId));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(form), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Opens what `encryptForm` sealed; throws when it was changed or belongs to another payment. */
export function decryptForm(secret: string, paymentId: string, sealed: Buffer): DirectDebitForm {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, 'direct debit forms'), sealed.subarray(0, IV)).setAAD(Buffer.from(paymentId));
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG));
  return JSON.parse(decipher.update(sealed.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8')) as DirectDebitForm;
}

/** The account number as a keyed hash: finds the same account again without knowing it. */
export const hashIban = (secret: string, iban: string): Buffer => createHmac('sha256', deriveKey(secret, 'iban')).update(iban).digest();

/** An SMS code as a keyed hash, bound to its payment. */
export const hashCode = (secret: string, paymentId: string, code: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'sms codes')).update(`${paymentId} ${code}`).digest();
