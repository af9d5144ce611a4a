import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { FieldCode } from '#contract/errors.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { deriveKey } from '../../platform/secrets.ts';

export interface DirectDebitForm {
  account_holder: string;
  /** Without spaces, upper case. */
  iban: string;
  street: string;
  house_number: string;
  postal_code: string;
  city: string;
  /** In E.164 format. */
  mobile: string;
}

type Given = DirectDebitForm & { consent: boolean };

const required = ['account_holder', 'street', 'house_number', 'postal_code', 'city'] as const;

/**
 * Validates the form (docs/product.md 5.5, 5.7). `country` applies to a mobile number without a country code.
 * Throws `invalid_fields` with the invalid fields.
 */
export async function checkForm(given: Given, country: CountryCode): Promise<DirectDebitForm> {
  const [{ electronicFormatIBAN, isSEPACountry, isValidIBAN }, { default: parsePhone }] = await Promise.all([
    import('ibantools'),
    import('libphonenumber-js/mobile'),
  ]);
  const fields: Record<string, FieldCode> = {};
  const form: Record<string, string> = {};
  for (const name of required) {
    form[name] = given[name].replace(/\s+/g, ' ').trim();
    if (form[name] === '') fields[name] = 'required';
    else if (/[\p{Cc}<>]/u.test(form[name])) fields[name] = 'invalid';
  }
  const iban = electronicFormatIBAN(given.iban) ?? '';
  if (!isValidIBAN(iban) || !isSEPACountry(iban.slice(0, 2)))
    fields['iban'] = given.iban.trim() === '' ? 'required' : 'iban_invalid';
  const mobile = parsePhone(given.mobile, country);
  if (!mobile?.isValid()) fields['mobile'] = given.mobile.trim() === '' ? 'required' : 'phone_invalid';
  if (!given.consent) fields['consent'] = 'consent_required';
  if (!mobile || Object.keys(fields).length > 0) throw refuseFields(fields);
  return { ...form, iban, mobile: mobile.number } as DirectDebitForm;
}

const IV = 12;
const TAG = 16;

/** Encrypts the form for storage: AES-256-GCM with a key derived from SECRET, bound to its payment. */
export function encryptForm(secret: string, paymentId: string, form: DirectDebitForm): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, 'direct debit forms'), iv).setAAD(
    Buffer.from(paymentId),
  );
  const sealed = Buffer.concat([cipher.update(JSON.stringify(form), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export function decryptForm(secret: string, paymentId: string, sealed: Buffer): DirectDebitForm {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey(secret, 'direct debit forms'),
    sealed.subarray(0, IV),
  ).setAAD(Buffer.from(paymentId));
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG));
  return JSON.parse(
    decipher.update(sealed.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8'),
  ) as DirectDebitForm;
}

/** The account number as a keyed hash: it identifies an account without revealing it. */
export const hashIban = (secret: string, iban: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'iban')).update(iban).digest();

export const hashCode = (secret: string, paymentId: string, code: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'sms codes')).update(`${paymentId} ${code}`).digest();
