import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  reads: ['blocks', 'members', 'participants', 'profiles'],
  functions: { is_there: [], is_known: [], seen_through: [], seen_by: [] },
};
