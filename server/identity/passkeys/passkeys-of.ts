import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export interface Passkey {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export async function passkeysOf(db: Db, memberId: number): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select credential_id as id, name, created_at, last_used_at from passkeys where member_id = ${memberId} and confirmed_at is not null order by created_at, credential_id`.execute(
    db,
  );
  return rows;
}
