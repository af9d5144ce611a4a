import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id: 19 MiB, two passes. About 25 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of no password, to take the same time where there is no account. */
const nobody = hash('no password hashes to this', COST);

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), COST);

/** Whether the password is right. Without a hash it takes as long and is wrong. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const right = await verify(stored ?? (await nobody), password.normalize('NFKC'));
  return right && stored !== null && stored !== undefined;
}
