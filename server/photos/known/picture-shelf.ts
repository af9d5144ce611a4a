import { sql, type RawBuilder } from 'kysely';
import type { StoredPlace } from '#contract/moderation/list-matches.ts';
import { LEAST_PDQ_QUALITY } from '#contract/photos/pdq-rules.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Found } from './ask-matcher.ts';
import { pdqBits, pdqDistance, pdqNear } from './pdq-near.ts';
import type { Pdq } from './pdq.ts';

export interface StoredPicture {
  id: number;
  member: number;
  folder: string;
}

/** A table of stored pictures, for the jobs that hash them and compare them with lists. */
export interface PictureShelf {
  place: StoredPlace;
  table: 'photos' | 'verifications' | 'chat_images';
  isPicture: RawBuilder<unknown>;
  /** Shows a picture that waited for the matcher, as far as nothing else is against it. */
  release(id: number): Promise<void>;
  /** Deletes what the site stored of a listed picture, and its files. */
  remove(tx: Tx, picture: StoredPicture): Promise<void>;
}

const columns = sql`id, member_id as member, storage_key as folder`;

/** The oldest pictures without a hash. */
export async function unhashedOf(db: Db, shelf: PictureShelf, limit: number): Promise<StoredPicture[]> {
  const { rows } = await sql<StoredPicture>`
    select ${columns} from ${sql.table(shelf.table)}
    where pdq_quality is null and ${shelf.isPicture} order by id limit ${limit}`.execute(db);
  return rows;
}

/** A file that cannot be hashed is noted too, or the job would try it again. */
export const noteHash = (db: Db, shelf: PictureShelf, id: number, pdq: Pdq | null): Promise<unknown> =>
  sql`update ${sql.table(shelf.table)} set pdq = ${pdq ? pdqBits(pdq.hash) : sql`null`}, pdq_quality = ${pdq?.quality ?? 0}
    where id = ${id}`.execute(db);

export async function awaitingOf(
  db: Db,
  shelf: PictureShelf,
  limit: number,
): Promise<(StoredPicture & Pdq)[]> {
  const { rows } = await sql<StoredPicture & { bits: string; quality: number }>`
    select ${columns}, pdq::text as bits, pdq_quality as quality from ${sql.table(shelf.table)}
    where awaits_lists and ${shelf.isPicture} order by id limit ${limit}`.execute(db);
  return rows.map(({ bits, ...row }) => ({ ...row, hash: digitsOf(bits) }));
}

export interface ComparedPicture extends StoredPicture {
  hash: string;
  found: Found | null;
}

/** The pictures after an id, each with the nearest entry of the loaded lists. */
export async function comparedOf(
  db: Db,
  shelf: PictureShelf,
  after: number,
  limit: number,
): Promise<ComparedPicture[]> {
  const { rows } = await sql<StoredPicture & { bits: string; found: Found | null }>`
    select p.id, p.member, p.folder, p.pdq::text as bits, match.found
    from (
      select ${columns}, pdq from ${sql.table(shelf.table)}
      where id > ${after} and pdq_quality >= ${LEAST_PDQ_QUALITY} and ${shelf.isPicture} order by id limit ${limit}
    ) p left join lateral (
      select json_build_object('list', l.name, 'distance', ${pdqDistance(sql`k.pdq`, sql`p.pdq`)}) as found
      from known_pictures k join known_picture_lists l on l.id = k.list_id
      where ${pdqNear(sql`k.pdq`, sql`p.pdq`)} order by ${pdqDistance(sql`k.pdq`, sql`p.pdq`)} limit 1
    ) match on true order by p.id`.execute(db);
  return rows.map(({ bits, ...row }) => ({ ...row, hash: digitsOf(bits) }));
}

const digitsOf = (bits: string) => BigInt(`0b${bits}`).toString(16).padStart(64, '0');
