import { resolve } from 'node:path';
import type { App } from '../platform/app.ts';
import type { Module } from '../platform/module.ts';
import { importBalances } from './import-balances.ts';
import { importMembers, type ImportOptions } from './import-members.ts';
import { importPhotos } from './import-photos.ts';
import type { Report } from './report.ts';
import { tables } from './tables.ts';

export { createReport, writeReport, type Report } from './report.ts';
export { UnreadableFile } from './rows.ts';

/**
 * Imports a folder of another site: `members.csv`, `photos.csv` with its files, `balances.csv`. Safe to
 * repeat.
 */
export async function importFolder(
  app: App,
  folder: string,
  options: ImportOptions,
  report: Report,
): Promise<void> {
  const fine = await importMembers(app, resolve(folder, 'members.csv'), options, report);
  await importPhotos(app, folder, options, fine, report);
  await importBalances(app, folder, options, fine, report);
}

export const module: Module = { tables };
