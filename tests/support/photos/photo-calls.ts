import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Photo } from '#contract/photos/photo.ts';
import { one } from '#server/platform/database/index.ts';
import { addMember, form, type TestMember, type TestSite } from './photo-site.ts';

export function photoCalls(running: () => TestSite, jpeg: () => Buffer) {
  const upload = async (
    member: TestMember,
    file: Buffer | null = jpeg(),
    fields: Record<string, string> = {},
  ) => {
    const { payload, headers } = form(file, fields);
    return running().http.inject({
      method: 'POST',
      url: '/api/photo.php',
      payload,
      headers: { ...headers, cookie: member.cookie },
    });
  };
  const call = (
    member: TestMember | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) =>
    running().http.inject({
      method,
      url,
      ...(payload ? { payload } : {}),
      headers: member ? { cookie: member.cookie } : {},
    });
  const added = async (member: TestMember, fields: Record<string, string> = {}) => {
    const answer = await upload(member, jpeg(), fields);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<Photo>();
  };
  const folders = async () => (await Array.fromAsync(running().site.app.storage.folders())).sort();
  const rowsOf = async (member: TestMember) =>
    (
      await sql<{
        id: number;
        storage_key: string;
        status: string;
        position: number;
      }>`select id, storage_key, status, position from photos where member_id = ${member.id} order by position`.execute(
        running().db,
      )
    ).rows;
  const profileOf = async (member: TestMember) =>
    await one(
      sql<{
        main_photo_id: number | null;
        num_photos: number;
      }>`select main_photo_id, num_photos from profiles where id = ${member.id}`.execute(running().db),
    );
  const approve = async (id: number) => {
    const operator = await addMember(running().db, { roles: ['owner'] });
    expect((await call(operator, 'POST', '/api/admin/photos', { id, approve: true })).statusCode).toBe(200);
  };

  return { upload, call, added, folders, rowsOf, profileOf, approve };
}
