import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  columns: { members: ['notifications_disabled', 'disabled_notification_reason'] },
  reads: ['likes', 'members', 'participants', 'presence', 'profiles', 'push_subscriptions'],
};
