import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['likes', 'like_notices', 'auto_likes', 'swipe_choices', 'swipe_days'],
  reads: ['members', 'profiles'],
  functions: {
    swipes_of: [],
    like_profile: ['likes', 'like_notices'],
    unlike_profile: ['likes'],
  },
  personal: [
    { table: 'likes', columns: ['liker_id', 'liked_id'], exportAs: 'likes', onPurge: 'goes' },
    {
      table: 'like_notices',
      columns: ['member_id', 'liker_id'],
      notExported: 'says which likes were mailed already',
      onPurge: 'goes',
    },
    { table: 'auto_likes', columns: ['member_id', 'profile_id'], exportAs: 'auto_likes', onPurge: 'goes' },
    {
      table: 'swipe_choices',
      columns: ['member_id', 'profile_id'],
      exportAs: 'swipe_choices',
      onPurge: 'goes',
    },
    { table: 'swipe_days', columns: ['member_id'], exportAs: 'swipe_days', onPurge: 'goes' },
  ],
};
