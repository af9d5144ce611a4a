import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['conversions', 'networks', 'page_visits'],
  reads: ['members'],
  personal: [
    {
      table: 'conversions',
      columns: ['member_id'],
      exportAs: 'where_you_came_from',
      omit: ['id', 'payout_cents', 'currency', 'postback_state', 'postback_status', 'postback_at'],
      onPurge: 'stays',
      because: 'what a partner was paid for must add up; where the member came from is emptied',
      clear: `ref = null, sub1 = null, sub2 = null, sub3 = null`,
    },
  ],
};
