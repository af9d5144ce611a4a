import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['webhooks', 'webhook_deliveries'],
  reads: ['members', 'sites'],
  personal: [
    {
      table: 'webhook_deliveries',
      columns: ['member_id'],
      notExported: 'numbers of what the other files hold',
      onPurge: 'goes',
    },
  ],
};
