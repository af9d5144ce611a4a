import { hash, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import type { Db } from '../platform/database/index.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes. About 25 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const OWN = '$argon2id$v=19$m=19456,t=2,p=1$';

/** The hash of no password, to take the same time where there is no account. */
const nobody = hash('no password hashes to this', COST);

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), COST);

/** Whether the password is right. Without a hash it takes as long and is wrong. Hashes of other sites are those that `isForeignHash` takes. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const right = await verifies(stored ?? (await nobody), password.normalize('NFKC'));
  if (right || !stored || stored.startsWith(OWN) || password === password.normalize('NFKC')) return right && stored !== null && stored !== undefined;
  // Another site hashed what came from its form, as it came.
  return verifies(stored, password);
}

const verifies = (stored: string, password: string) => (stored.startsWith('$2') ? verifyBcrypt(password, stored) : verify(stored, password));

const ARGON2 = /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{21,172}$/;
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
/** The most that a hash of another site may cost: each log-in pays it once. */
const MOST = { memory: 262_144, passes: 10, lanes: 8, bcrypt: 14 };

/** Whether a hash that another site made can be used here: argon2 or bcrypt, of a strength and cost within reason. */
export function isForeignHash(text: string): boolean {
  const bcrypt = BCRYPT.exec(text);
  if (bcrypt) return Number(bcrypt[1]) >= 8 && Number(bcrypt[1]) <= MOST.bcrypt;
  const [, memory, passes, lanes] = (ARGON2.exec(text) ?? []).map(Number);
  if (!memory || !passes || !lanes) return false;
  return memory >= 4096 && memory <= MOST.memory && passes <= MOST.passes && lanes <= MOST.lanes;
}

/** Replaces another site's hash by one of ours once the password has proved right. Sessions go on: the password is the same. */
export async function renewHash(db: Db, memberId: number, stored: string | null, password: string): Promise<void> {
  if (!stored || stored.startsWith(OWN)) return;
  await db
    .updateTable('members')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', memberId)
    .where('password_hash', '=', stored)
    .execute();
}
