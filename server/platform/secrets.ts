import { createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The secret stored in DATA_DIR, created on the first start (0600). Two processes that start together get the
 * same one.
 */
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

/**
 * Creates DATA_DIR. Other users can traverse but not list it, because the database's own user must reach its
 * folder.
 */
export function makeDataDir(dataDir: string): void {
  if (mkdirSync(dataDir, { recursive: true }) !== undefined) chmodSync(dataDir, 0o711);
}

export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'liaison', purpose, 32));
}

/** Derives the VAPID keys from the secret, so that every process has the same keys without a file. */
export function deriveVapidKeys(secret: string): VapidKeys {
  const curve = createECDH('prime256v1');
  for (let round = 0; ; round++) {
    const scalar = deriveKey(secret, `vapid ${round}`);
    try {
      // This throws for a scalar beyond the curve's order (one in 2^32); the next round derives another.
      curve.setPrivateKey(scalar);
    } catch {
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
  }
}
