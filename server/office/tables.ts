import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['credit_changes', 'newest_release', 'office_views'],
  reads: [
    'account_holds',
    'flagged_texts',
    'members',
    'operator_limits',
    'profiles',
    'payments',
    'presence',
    'complaints',
    'photos',
    'sessions',
    'support_threads',
    'appeals',
    'measures',
    'refunds',
    'sites',
    'disputes',
    'withdrawals',
    'unanswered',
  ],
  personal: [
    {
      table: 'credit_changes',
      columns: ['member_id', 'asked_by', 'decided_by'],
      exportAs: 'credit_changes',
      omit: ['asked_by', 'decided_by'],
      onPurge: 'stays',
      because: 'shows which operator gave what',
      clear: `reason = ''`,
    },
    {
      table: 'office_views',
      columns: ['operator_id'],
      notExported: 'filters of the office',
      onPurge: 'goes',
    },
  ],
};
