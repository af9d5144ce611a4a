import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: [
    'notification_news',
    'held_pushes',
    'notification_rhythms',
    'notification_mails',
    'soft_bounces',
    'announcements',
    'announcement_sends',
  ],
  columns: { members: ['notifications_disabled', 'disabled_notification_reason', 'mails_paused_until'] },
  reads: [
    'likes',
    'members',
    'messages',
    'participants',
    'photo_access',
    'presence',
    'profiles',
    'push_subscriptions',
    'sites',
  ],
  personal: [
    {
      table: 'notification_news',
      columns: ['member_id', 'about_id'],
      notExported: 'waits to be mailed; it stands in likes, messages and access to photos',
      onPurge: 'goes',
    },
    {
      table: 'held_pushes',
      columns: ['member_id', 'about_id'],
      notExported: 'waits for the end of quiet hours; it stands in likes, messages and access to photos',
      onPurge: 'goes',
    },
    {
      table: 'notification_rhythms',
      columns: ['member_id'],
      exportAs: 'notification_rhythm',
      onPurge: 'goes',
    },
    { table: 'notification_mails', columns: ['member_id'], exportAs: 'notification_mails', onPurge: 'goes' },
    { table: 'soft_bounces', columns: ['member_id'], exportAs: 'returned_mails', onPurge: 'goes' },
    {
      table: 'announcement_sends',
      columns: ['member_id'],
      exportAs: 'announcements_received',
      onPurge: 'goes',
    },
    {
      table: 'announcements',
      columns: ['created_by'],
      notExported: 'speaks of the operator who wrote it',
      onPurge: 'stays',
      because: 'says what members were told',
    },
  ],
};
