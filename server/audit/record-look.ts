import type { Db } from '../platform/database/index.ts';
import { recordActs } from './record-acts.ts';

/**
 * Records that an operator loaded a picture that only operators may see. Loading several variants of it
 * counts once.
 */
export const recordLook = (
  db: Db,
  look: { operator: number; act: string; member: number | null; object: number },
): Promise<void> => recordActs(db, [{ ...look, isList: true }]);
