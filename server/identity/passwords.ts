import { hash, verify } from '@node-rs/argon2';
import { hash as hashBcrypt, verify as verifyBcrypt } from '@node-rs/bcrypt';
import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes. About 25 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const OWN_HASH_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Verified if there is no account, so that the check takes equally long. */
const nobody = hash('no password hashes to this', COST);

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), COST);

/**
 * Returns whether the password is right. Without a hash it takes equally long and returns false. Imported
 * hashes must satisfy `isForeignHash`.
 */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const answers = await Promise.all(
    spellings(stored ?? OWN_HASH_PREFIX, password).map(async (text) =>
      verifies(stored ?? (await nobody), text),
    ),
  );
  return answers.includes(true) && stored !== null && stored !== undefined;
}

/** Our own hashes are of the normalised password. Other sites hashed the text of their form unchanged. */
function spellings(stored: string, password: string): string[] {
  const normal = password.normalize('NFKC');
  return stored.startsWith(OWN_HASH_PREFIX) || normal === password ? [normal] : [normal, password];
}

/**
 * Like `isPassword` for each of the hashes, in a time that does not depend on their kinds: every check
 * computes all of the expensive kinds among imported hashes, with a dummy hash where the address has none.
 * Otherwise the time of one wrong login would reveal an imported member.
 */
export async function arePasswords(
  db: Db,
  hashes: readonly (string | null | undefined)[],
  password: string,
): Promise<boolean[]> {
  const { rows } = await sql<{ scheme: string }>`select scheme from password_schemes order by scheme`.execute(
    db,
  );
  const schemes = [...new Set([OWN_HASH_PREFIX, ...rows.map(({ scheme }) => scheme)])];
  return Promise.all(
    hashes.map(async (stored) => {
      const own = stored ? schemeOf(stored) : OWN_HASH_PREFIX;
      const others = schemes.filter((scheme) => scheme !== own);
      const [right] = await Promise.all([
        isPassword(stored, password),
        ...others.map(async (scheme) => isPassword(await nobodyOf(scheme), password)),
      ]);
      return right;
    }),
  );
}

export const schemeOf = (stored: string): string =>
  /^(\$2[aby]\$\d\d\$|\$argon2(?:id|i|d)\$v=19\$m=\d+,t=\d+,p=\d+\$)/.exec(stored)?.[1] ?? OWN_HASH_PREFIX;

const nobodies = new Map<string, Promise<string>>();

function nobodyOf(scheme: string): Promise<string> {
  const known = nobodies.get(scheme) ?? (scheme === OWN_HASH_PREFIX ? nobody : makeNobody(scheme));
  nobodies.set(scheme, known);
  return known;
}

function makeNobody(scheme: string): Promise<string> {
  const text = 'no password hashes to this';
  const bcrypt = /^\$2[aby]\$(\d\d)\$$/.exec(scheme);
  if (bcrypt) return hashBcrypt(text, Number(bcrypt[1]));
  const [, kind, memory, passes, lanes] =
    /^\$argon2(id|i|d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$$/.exec(scheme) ?? [];
  return hash(text, {
    memoryCost: Number(memory),
    timeCost: Number(passes),
    parallelism: Number(lanes),
    algorithm: kind === 'd' ? 0 : kind === 'i' ? 1 : 2,
  });
}

const verifies = (stored: string, password: string) =>
  stored.startsWith('$2') ? verifyBcrypt(password, stored) : verify(stored, password);

const ARGON2 =
  /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{21,172}$/;

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

/** Upper limits for imported hashes, since each login pays their cost once. */
const MOST = { memory: 262_144, passes: 10, lanes: 8, bcrypt: 14 };

/** Returns whether an imported hash is usable: argon2 or bcrypt, of reasonable strength and cost. */
export function isForeignHash(text: string): boolean {
  const bcrypt = BCRYPT.exec(text);
  if (bcrypt) return Number(bcrypt[1]) >= 8 && Number(bcrypt[1]) <= MOST.bcrypt;
  const [, memory, passes, lanes] = (ARGON2.exec(text) ?? []).map(Number);
  if (!memory || !passes || !lanes) return false;
  return memory >= 4096 && memory <= MOST.memory && passes <= MOST.passes && lanes <= MOST.lanes;
}
