import type { Tx } from '../platform/database/index.ts';

/**
 * Removes text that breaks the rules: empties an about text, or replaces a name with a neutral one that its
 * owner can change.
 */
export async function clearText(tx: Tx, memberId: number, field: 'name' | 'about'): Promise<void> {
  const set = field === 'name' ? { name: `Member ${memberId}` } : { about: null };
  await tx.updateTable('profiles').set(set).where('id', '=', memberId).execute();
}
