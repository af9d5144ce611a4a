import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['video_calls', 'video_call_minutes'],
  reads: ['members', 'presence', 'profiles'],
  personal: [
    {
      table: 'video_calls',
      columns: ['caller_id', 'callee_id'],
      exportAs: 'video_calls',
      omit: [
        'caller_sdp',
        'callee_sdp',
        'caller_device',
        'callee_device',
        'caller_since',
        'callee_since',
        'caller_connected',
        'callee_connected',
      ],
      onPurge: 'goes',
    },
  ],
};
