import { createPublicKey } from 'node:crypto';
import { ageProviders, type AgeProviderName } from '#contract/age-checks/lists.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { ConfigError, type Env, list, readUrl, text } from '../environment.ts';
import { type EuAgeSettings, readEuAge } from './eu-age-settings.ts';

export interface YotiSettings {
  sdkId: string;
  apiKey: string;
  /** Without a slash at the end. */
  url: string;
  /** Verifies notifications. In PEM format. */
  publicKey: string;
}

/** The key that Yoti publishes with the documentation of its notifications. */
const YOTI_PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----
MIIBojANBgkqhkiG9w0BAQEFAAOCAY8AMIIBigKCAYEAune8+8vPz/pQD6IzdWvX
Q66nh/RcywopCI01Wjo6i7vlH2iVOP1oCkgbObe12iMmVXKRiXgMNT6aXIGe6Ggw
dodzAmt3vT1fmrgub7Of6MgJ56ri2uH1O54DTjbnEbEcLXX13teOusZavntrkNpp
x1c8L0Ol41mRvImJeMHM6I16rLhqB/w1m7USMvof/K6GaP+VmmciZTPyZ6IsXxvB
k0ZoqWqrt2xENlg4O6LXMo7eHEiG+edm9uDpbZK1RhiCd6hyDZ/t4bBQNg4misFF
WezQSiUlPwBLRg1AJ3CNrtBzs49BZ30U7WSPUS0Gsq1lhhDtUtJUt4CdkDAfkVY6
2C6aaqKV940GcPFN7MjOeFus3VNJE3zyHVLT8DStuLMXHY+gQBGFOyxN6heZbm7a
Sl9fi7VXlDTlv1jpk4DFMQYF2fpAyomm95GavhllJnDxC2t8ebu0O23B88hPGI3K
kyLtPA8ie6UNmwNqLYpOEN/pwayYw75FcENBDxnWhoe9AgMBAAE=
-----END PUBLIC KEY-----`;

export interface AgeServices {
  /** AGE_PROVIDERS: the providers of age checks, in the order in which members see them. */
  ageProviders: readonly AgeProviderName[];
  /** YOTI_SDK_ID, YOTI_API_KEY, YOTI_URL, YOTI_PUBLIC_KEY. Null if AGE_PROVIDERS does not name yoti. */
  yoti: YotiSettings | null;
  euAge: EuAgeSettings | null;
}

export const readAgeServices = (env: Env, production: boolean): AgeServices => ({
  ageProviders: readAgeProviders(env, production),
  yoti: readYoti(env),
  euAge: readEuAge(env),
});

function readAgeProviders(env: Env, production: boolean): AgeProviderName[] {
  const given = list(env, 'AGE_PROVIDERS');
  if (given.length === 0) return production ? ['office'] : ['sandbox', 'office'];
  return given.map((name) => {
    const provider = itemOf(ageProviders, name);
    if (!provider)
      throw new ConfigError(`AGE_PROVIDERS has an unknown provider: use ${ageProviders.join(', ')}.`);
    if (production && provider === 'sandbox')
      throw new ConfigError('Production refuses the sandbox of age checks: take it out of AGE_PROVIDERS.');
    return provider;
  });
}

/** Null if AGE_PROVIDERS does not name Yoti. Throws `ConfigError` if it does and a credential is missing. */
function readYoti(env: Env): YotiSettings | null {
  if (!list(env, 'AGE_PROVIDERS').includes('yoti')) return null;
  const [sdkId, apiKey] = [text(env, 'YOTI_SDK_ID'), text(env, 'YOTI_API_KEY')];
  if (sdkId === null || apiKey === null)
    throw new ConfigError('AGE_PROVIDERS names yoti: set YOTI_SDK_ID and YOTI_API_KEY, from the Yoti Hub.');
  const url = readUrl(env, 'YOTI_URL', ['https:', 'http:']) ?? 'https://age.yoti.com';
  return { sdkId, apiKey, url: url.replace(/\/+$/, ''), publicKey: readKey(env) };
}

function readKey(env: Env): string {
  const key = text(env, 'YOTI_PUBLIC_KEY')?.replaceAll('\\n', '\n');
  if (!key) return YOTI_PUBLIC_KEY;
  try {
    createPublicKey(key);
    return key;
  } catch {
    throw new ConfigError('YOTI_PUBLIC_KEY is not a public key in PEM format.');
  }
}
