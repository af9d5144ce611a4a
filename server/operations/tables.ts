import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['alert_recipients', 'alerts', 'doctor_findings', 'page_errors', 'recovery_drills'],
  reads: [
    'complaints',
    'experiments',
    'gateway_contacts',
    'mail_days',
    'members',
    'payment_notifications',
    'payments',
    'profiles',
  ],
  personal: [
    {
      table: 'alert_recipients',
      columns: ['member_id'],
      notExported: 'which operators get alerts of the installation',
      onPurge: 'goes',
    },
  ],
};
