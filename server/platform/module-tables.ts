import type { Config } from './config.ts';
import type { Db, Tx } from './database/index.ts';

/** Rows of one table that are about a member: what the export gives and what the purge does with them. */
export interface PersonalRows {
  table: string;
  /** Columns that hold the member's id; a row is about the member when one of them does. The export goes by the first one. */
  columns: readonly string[];
  /** Name of the file in the export. */
  exportAs?: string;
  /** Why the rows are not exported, where `exportAs` is absent. */
  notExported?: string;
  /** Columns that are secrets, machinery or about others, and stay out of the export. */
  omit?: readonly string[];
  /** `storage_key` of each row names a folder of pictures; the largest one goes into the export. */
  pictures?: boolean;
  /**
   * `goes`: rows are deleted. `stays`: rows are kept with the bare number, which no longer leads to anybody, after
   * `clear` has emptied what could. `by purge`: the module's own `purge` deals with them.
   */
  onPurge: 'goes' | 'stays' | 'by purge';
  /** Why rows stay. */
  because?: string;
  /** SQL assignments that empty personal columns of rows that stay. */
  clear?: string;
}

/** A file of a member's export beside the rows; its content is asked for when its turn comes. */
export interface ExportFile {
  /** Path inside the archive, with slashes. */
  name: string;
  content(): Promise<Uint8Array>;
}

/** A member who is being purged. */
export interface Leaver {
  id: number;
  email: string | null;
  emailKey: string | null;
}

/**
 * What a module has to do with the database: `scripts/checks/check-tables.ts` compares it with the SQL, and membership walks it to export
 * and to purge a member. `Parts`: what of the app it needs to make files for the export. Only the owner writes a table; whoever reads another's table says so here.
 */
export interface ModuleTables<Parts = unknown> {
  owns?: readonly string[];
  /** Columns of another module's table that only this one writes: `{ members: ['credits'] }`. */
  columns?: Readonly<Record<string, readonly string[]>>;
  /** Tables of other modules that this one's SQL reads. */
  reads?: readonly string[];
  /** Functions of db/functions that belong to this module, since the action is its own, with the tables that each writes. */
  functions?: Readonly<Record<string, readonly string[]>>;
  personal?: readonly PersonalRows[];
  /** What belongs in a member's export beside `personal`: what others wrote to them, documents. */
  exportFiles?(app: Parts, memberId: number): Promise<ExportFile[]>;
  /** Folders of the file store that only rows of this member name; they are deleted after the purge has committed. */
  filesOf?(tx: Db, memberId: number): Promise<string[]>;
  /** What the purge does beyond `personal`, before it. */
  purge?(app: { config: Config }, tx: Tx, member: Leaver): Promise<void>;
}
