import type { Config } from './config.ts';
import type { Db, Tx } from './database/index.ts';

export interface PersonalRows {
  table: string;
  /**
   * Columns with a member's id; a row is about the member if any of them matches. The export uses the first
   * one.
   */
  columns: readonly string[];
  exportAs?: string;
  notExported?: string;
  /** Columns omitted from the export: secrets, internal state, and data about others. */
  omit?: readonly string[];
  /** Each row's `storage_key` is the folder of a picture. The export includes its largest file. */
  pictures?: boolean;
  /**
   * `goes`: rows are deleted. `stays`: rows remain, with an id that no longer identifies anybody; `clear` is the
   * SQL that empties their personal columns. `by purge`: the module's `purge` handles them.
   */
  onPurge: 'goes' | 'stays' | 'by purge';
  because?: string;
  clear?: string;
}

export interface ExportFile {
  name: string;
  content(): Promise<Uint8Array>;
}

export interface Leaver {
  id: number;
  email: string | null;
  emailKey: string | null;
}

/**
 * How a module uses the database. `scripts/checks/check-tables.ts` compares it with the SQL, and membership
 * uses it to export and purge a member. `Parts` is the part of the app that `exportFiles` needs. Only its
 * owner writes a table, and modules that read another's table declare it here.
 */
export interface ModuleTables<Parts = unknown> {
  owns?: readonly string[];
  /** Columns of another module's tables that only this module writes: `{ members: ['credits'] }`. */
  columns?: Readonly<Record<string, readonly string[]>>;
  reads?: readonly string[];
  /** This module's functions in db/functions, with the tables that each writes. */
  functions?: Readonly<Record<string, readonly string[]>>;
  personal?: readonly PersonalRows[];
  /** Further content of a member's export, such as documents and messages from others. */
  exportFiles?(app: Parts, memberId: number): Promise<ExportFile[]>;
  /**
   * Folders of the file store that only rows of this member refer to. They are deleted after the purge
   * commits.
   */
  filesOf?(tx: Db, memberId: number): Promise<string[]>;
  /** Runs before `personal` is purged, for data that `personal` cannot describe. */
  purge?(app: { config: Config }, tx: Tx, member: Leaver): Promise<void>;
}
