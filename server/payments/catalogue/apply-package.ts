import type { Tx } from '../../platform/database/index.ts';
import { type CatalogueOperator, lockPackage, type PackageBody, writePackage } from './write-package.ts';

/** Applies a change of a package that a second operator approved, in the transaction of the approval. */
export async function applyPackage(tx: Tx, operator: CatalogueOperator, body: PackageBody): Promise<void> {
  await writePackage(tx, operator, await lockPackage(tx, body), body, true);
}
