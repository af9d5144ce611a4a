import { createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A web push key pair, base64url: uncompressed P-256 point and scalar. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** The secret kept in DATA_DIR, made there on the first start (0600). Two processes that start at once agree on one. */
export function keepSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  makeDataDir(dataDir);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const draft = join(dataDir, `secret.${process.pid}`);
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    return readFileSync(file, 'utf8').trim();
  }
}

/** Makes DATA_DIR; others may pass through it (the database's own user must), not list it. */
export function makeDataDir(dataDir: string): void {
  if (mkdirSync(dataDir, { recursive: true }) !== undefined) chmodSync(dataDir, 0o711);
}

/** A key of 32 bytes for one purpose, derived from the secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'liaison', purpose, 32));
}

/** The VAPID keys that belong to a secret: the same in every process, without a file. */
export function deriveVapidKeys(secret: string): VapidKeys {
  const curve = createECDH('prime256v1');
  for (let round = 0; ; round++) {
    const scalar = deriveKey(secret, `vapid ${round}`);
    try {
      // Refuses the one scalar in 2^32 that lies beyond the curve's order; the next round gives another.
      curve.setPrivateKey(scalar);
    } catch {
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
  }
}
