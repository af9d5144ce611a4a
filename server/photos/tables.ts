import { sql } from 'kysely';
import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: [
    'photos',
    'verifications',
    'verification_demands',
    'liveness_checks',
    'sandbox_liveness_sessions',
    'refused_pictures',
    'queue_claims',
    'photo_access',
    'known_picture_lists',
    'known_pictures',
  ],
  functions: { pdq_probes: [] },
  columns: { profiles: ['main_photo_id', 'num_photos', 'verified'] },
  reads: [
    'account_holds',
    'banned_marks',
    'chat_images',
    'complaints',
    'members',
    'profiles',
    'voice_intros',
  ],
  personal: [
    {
      table: 'photos',
      columns: ['member_id'],
      exportAs: 'photos',
      omit: ['decided_by', 'fingerprint', 'pdq', 'pdq_quality', 'awaits_lists', 'flags'],
      pictures: true,
      onPurge: 'goes',
    },
    {
      table: 'verifications',
      columns: ['member_id'],
      exportAs: 'verifications',
      omit: ['decided_by', 'fingerprint', 'pdq', 'pdq_quality', 'awaits_lists'],
      pictures: true,
      onPurge: 'goes',
    },
    {
      table: 'verification_demands',
      columns: ['member_id', 'asked_by'],
      exportAs: 'verification_demand',
      omit: ['asked_by'],
      onPurge: 'goes',
    },
    {
      table: 'liveness_checks',
      columns: ['member_id'],
      exportAs: 'liveness_checks',
      omit: ['reference', 'page'],
      onPurge: 'goes',
    },
    {
      table: 'photo_access',
      columns: ['owner_id', 'viewer_id'],
      exportAs: 'photo_access',
      onPurge: 'goes',
    },
    {
      table: 'photo_access',
      columns: ['viewer_id'],
      exportAs: 'photo_requests',
      // Somebody who asked must not learn that the request was declined.
      omit: ['state', 'expires_at', 'changed_at'],
      onPurge: 'goes',
    },
    { table: 'queue_claims', columns: ['operator_id'], notExported: 'of operators', onPurge: 'goes' },
  ],
  async filesOf(tx, memberId) {
    // Demo members share pictures.
    const { rows } = await sql<{ storage_key: string }>`
      select distinct p.storage_key from photos p where p.member_id = ${memberId}
        and not exists (select from photos o where o.storage_key = p.storage_key and o.member_id <> p.member_id)
      union select storage_key from verifications where member_id = ${memberId} and storage_key is not null`.execute(
      tx,
    );
    return rows.map((row) => row.storage_key);
  },
};
