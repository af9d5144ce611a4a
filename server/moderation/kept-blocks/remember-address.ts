import type { Tx } from '../../platform/database/index.ts';
import { type Arrival, keepAddress, addressHashOf } from './block-addresses.ts';

/** Stores the address that a member gives up, so that blocks apply to a later account with it. */
export async function rememberAddress(tx: Tx, secret: string, { member, key }: Arrival): Promise<void> {
  await keepAddress(tx, addressHashOf(secret, key), member);
}
