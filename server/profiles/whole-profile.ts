import { sql, type RawBuilder } from 'kysely';
import {
  detailFields,
  isStoredAs,
  ownerFields,
  pick,
  recordOf,
  type DetailField,
  type HideableField,
  type OwnerField,
} from '#contract/profile-fields.ts';
import type { Profile, ShownProfile } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { CardViewer } from '../visibility/index.ts';
import { cardColumns, cardColumnsFor, cardJoins, toCard, withoutHidden, type CardRow } from './cards.ts';
import type { PhotosRow, VoiceRow } from './media-parts.ts';

export type WholeRow = CardRow &
  Pick<Profile, OwnerField | DetailField | 'active_recently'> &
  PhotosRow &
  Partial<VoiceRow> & {
    profile_status: Profile['status'];
    hidden_fields: DetailField[];
    consent_withdrawn: boolean;
  };

/** The columns of a whole profile for its owner, over `profiles p` with `cardJoins`. */
export const ownProfileColumns = ({ photos }: Pick<App['parts'], 'photos'>): RawBuilder<unknown> =>
  columns(cardColumns, photos.photosColumns(null));

const profileColumns = (
  { photos, voice }: Pick<App['parts'], 'photos' | 'voice'>,
  { id: viewer, premium }: Pick<CardViewer, 'id' | 'premium'>,
  id: number,
): RawBuilder<unknown> =>
  sql`${voice.introColumn}, ${
    viewer === id
      ? ownProfileColumns({ photos })
      : columns(cardColumnsFor(viewer, sql`array[${id}::bigint]`), photos.photosColumns(viewer, premium))
  }`;

const fieldColumns = sql.join([...ownerFields, ...detailFields].map((field) => sql.ref(`p.${field}`)));

const columns = (card: RawBuilder<unknown>, photos: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${card}, p.status as profile_status, p.hidden_fields, ${fieldColumns},
  p.invisible and exists (
    select from members m where m.id = p.id and m.intimate_consent_withdrawn_at is not null
  ) as consent_withdrawn,
  case when p.invisible then null
       when seen.last_active > app_now() - interval '1 day' then 'today'
       when seen.last_active > app_now() - interval '7 days' then 'this_week'
       when seen.last_active is not null then 'earlier' end as active_recently,
  ${photos}`;

export const presentOwnProfile = ({ photos }: Pick<App['parts'], 'photos'>, row: WholeRow): Profile => ({
  ...toCard(row, row.id, photos),
  age: row.age,
  gender: row.gender,
  country: row.country,
  status: row.profile_status,
  ...pick(row, ownerFields),
  ...pick(row, detailFields),
  hidden_fields: row.hidden_fields,
  active_recently: row.active_recently,
  photos: photos.photosIn(row, row.id, row.id),
});

/**
 * Presents a row of `profileColumns` to another member. Owner-only fields and fields that the site or the
 * owner hides are null or empty.
 */
const presentProfile = (
  { photos }: Pick<App['parts'], 'photos'>,
  row: WholeRow,
  { id: viewer, hides }: CardViewer,
): ShownProfile => ({
  ...withoutHidden(toCard(row, viewer, photos), hides),
  status: row.profile_status,
  date_of_birth: null,
  partner_date_of_birth: null,
  gender_sought: null,
  ...pick({ ...row, ...pick(emptyDetails, hiddenDetails(row, hides)) }, detailFields),
  // A cam listing has no session, so its last activity says nothing about the broadcast.
  active_recently: row.kind === 'cam' ? null : row.active_recently,
  photos: photos.photosIn(row, row.id, viewer),
});

/** Details that the site or the owner hides, and the interests of an owner who has withdrawn the consent. */
const hiddenDetails = (row: WholeRow, hides: readonly HideableField[]): DetailField[] =>
  detailFields.filter(
    (field) =>
      hides.includes(field) ||
      row.hidden_fields.includes(field) ||
      (row.consent_withdrawn && field === 'interests'),
  );

const emptyDetails = recordOf(detailFields, (field) =>
  isStoredAs(field, 'words') || isStoredAs(field, 'answers') ? [] : null,
) as Pick<ShownProfile, DetailField>;

/**
 * Reads a whole profile (contract/profiles.ts) for `viewer` in one query. It does not check visibility: call
 * `assertVisible` first. Throws `not_found` if the profile does not exist.
 */
export async function profileOf(
  { db, parts }: Pick<App, 'db' | 'parts'>,
  viewer: CardViewer,
  id: number,
): Promise<ShownProfile> {
  const row = await readProfile({ db, parts }, viewer, id);
  if (viewer.id !== id) return { ...presentProfile(parts, row, viewer), ...introFor(parts, row, viewer) };
  const { hidden_fields: _, ...own } = presentOwnProfile(parts, row);
  return { ...own, ...introFor(parts, row, viewer) };
}

/** Visitors get none, and neither do members of a site that has switched introductions off. */
const introFor = (
  { voice }: Pick<App['parts'], 'voice'>,
  { voice_intro: intro }: WholeRow,
  viewer: CardViewer,
): Pick<ShownProfile, 'voice_intro'> =>
  intro && viewer.id !== null && viewer.voiceIntros ? { voice_intro: voice.present(intro) } : {};

export async function ownProfileOf({ db, parts }: Pick<App, 'db' | 'parts'>, id: number): Promise<Profile> {
  return presentOwnProfile(parts, await readProfile({ db, parts }, { id }, id));
}

async function readProfile(
  { db, parts }: Pick<App, 'db' | 'parts'>,
  viewer: Pick<CardViewer, 'id' | 'premium'>,
  id: number,
): Promise<WholeRow> {
  const { rows } = await sql<WholeRow>`
    select ${profileColumns(parts, viewer, id)} from profiles p ${cardJoins} where p.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw refuse('not_found');
  return row;
}
