import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: [
    'figure_answers',
    'figure_campaign_money',
    'figure_campaigns',
    'figure_claims',
    'figure_cohorts',
    'figure_days',
    'figure_goals',
    'figure_members',
    'figure_money',
    'figure_notes',
    'figure_quarter_runs',
    'figure_quarters',
    'figure_runs',
  ],
  reads: [
    'complaints',
    'imported_members',
    'members',
    'networks',
    'page_visits',
    'payments',
    'presence',
    'profiles',
    'receipts',
    'refunds',
    'sites',
  ],
  personal: [
    {
      table: 'figure_notes',
      columns: ['operator_id'],
      notExported: 'of operators',
      onPurge: 'stays',
      because: 'tells who explained a figure of a day',
    },
    {
      table: 'figure_members',
      columns: ['member_id'],
      exportAs: 'figures',
      onPurge: 'stays',
      because:
        'figures of past days must not change; it holds days and the landing page, and its bare number leads to nobody',
    },
  ],
};
