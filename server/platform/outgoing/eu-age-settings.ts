import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { choice, ConfigError, type Env, list, text } from '../environment.ts';

export interface EuAgeSettings {
  /** Certificates of the issuers whose proofs count, or of the authorities that certify them. */
  issuers: readonly X509Certificate[];
  /** URL scheme that opens the wallet app. */
  scheme: (typeof schemes)[number];
}

/** `av` is the one of the EU's age verification apps; the others open general wallets. */
const schemes = ['av', 'openid4vp', 'eudi-openid4vp'] as const;

/** Null if AGE_PROVIDERS does not name eu. Throws `ConfigError` if it does and the trusted issuers cannot be read. */
export function readEuAge(env: Env): EuAgeSettings | null {
  if (!list(env, 'AGE_PROVIDERS').includes('eu')) return null;
  const file = text(env, 'EU_AGE_ISSUERS');
  if (file === null)
    throw new ConfigError(
      'AGE_PROVIDERS names eu: set EU_AGE_ISSUERS to a PEM file with the certificates of the trusted issuers.',
    );
  return { issuers: certificatesIn(file), scheme: choice(env, 'EU_AGE_SCHEME', schemes, 'av') };
}

function certificatesIn(file: string): X509Certificate[] {
  const blocks = contentOf(file).match(/-----BEGIN [\w ]+-----[^-]*-----END [\w ]+-----/g) ?? [];
  if (blocks.length === 0) throw new ConfigError(`EU_AGE_ISSUERS: ${file} has no certificate in PEM format.`);
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch {
      throw new ConfigError(`EU_AGE_ISSUERS: entry ${index + 1} of ${file} is not a certificate.`);
    }
  });
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`EU_AGE_ISSUERS: ${file} cannot be read.`);
  }
}
