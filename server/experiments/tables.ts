import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['experiments', 'experiment_exposures'],
  reads: [
    'complaints',
    'landing_slugs',
    'mail_series_sends',
    'members',
    'packages',
    'page_errors',
    'payments',
    'profiles',
    'sites',
  ],
  personal: [
    { table: 'experiment_exposures', columns: ['member_id'], exportAs: 'versions_you_saw', onPurge: 'goes' },
  ],
};
