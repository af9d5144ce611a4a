import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  reads: [
    'account_holds',
    'announcements',
    'api_tokens',
    'appeals',
    'complaints',
    'conversations',
    'discount_codes',
    'figure_notes',
    'link_tokens',
    'measures',
    'members',
    'payments',
    'profiles',
    'refunds',
    'setting_changes',
    'sign_up_rules',
    'sites',
    'support_threads',
    'waiting_changes',
    'webhook_deliveries',
    'webhooks',
    'withdrawals',
  ],
  functions: { site_of_host: [], sites_of_member: [] },
};
