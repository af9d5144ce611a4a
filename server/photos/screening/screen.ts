import { sql } from 'kysely';
import { itemAt, must } from '#contract/must.ts';
import { LEAST_PDQ_QUALITY } from '#contract/photos/pdq-rules.ts';
import type { PhotoFlag } from '#contract/photos/photo-calls.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { App } from '../../platform/app.ts';
import { one, type Db } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { comparablePdq } from '../known/comparable-pdq.ts';
import { pdqNear } from '../known/pdq-near.ts';
import type { Pdq } from '../known/pdq.ts';
import type { ProcessedPhoto } from '../process-photo.ts';
import { askService, type Verdict } from './ask-service.ts';
import { fingerprint, SAME_WITHIN_BITS } from './fingerprint.ts';

export type PicturePlace = 'public_photo' | 'private_photo' | 'chat';
export type ScreeningParts = Pick<App, 'config' | 'db' | 'events' | 'log' | 'parts'>;
export type HashedPhoto = ProcessedPhoto & { pdq: Pdq };

export interface Screened {
  looks: string;
  /** Reasons for an inspection. If empty, a site with automatic approval approves the picture. */
  flags: PhotoFlag[];
  /** The verdict: nudity or sex. Null without one. */
  intimate: boolean | null;
}

/** Whether an intimate picture in this place waits for an operator. */
export const isInspected: Record<PicturePlace, (settings: SiteSettings) => boolean> = {
  public_photo: (settings) => settings.intimate_public_photos === 'inspect',
  private_photo: (settings) => settings.intimate_private_photos === 'inspect',
  chat: (settings) => settings.intimate_chat_pictures === 'inspect',
};

/**
 * Screens a picture: checks whether it is empty or resembles a refused picture, and obtains a verdict from the
 * screening service if one is configured (docs/operate/screening.md), else from the bundled model. Neither can refuse
 * a picture: operators decide about the pictures that are doubted, and about all without a verdict.
 */
export async function screen(
  app: ScreeningParts,
  picture: HashedPhoto,
  place: PicturePlace,
  host: string | undefined,
): Promise<Screened> {
  const looks = await fingerprint(itemAt(picture.files, 0).content);
  const settings = await settingsOf(app, host);
  const [known, { intimate, flag }] = await Promise.all([
    looksRefused(app.db, looks, picture.pdq),
    app.config.screening
      ? askService(app, picture, place === 'chat' ? 'chat' : 'profile')
      : askModel(app, picture, settings),
  ]);
  const flags: PhotoFlag[] = [
    ...(picture.doubtful ? (['empty'] as const) : []),
    ...(known ? (['refused_before'] as const) : []),
    ...(intimate && isInspected[place](settings) ? (['intimate'] as const) : []),
    ...(flag ? [flag] : []),
  ];
  return { looks, flags, intimate };
}

/** The verdict of the bundled model, which no other service receives. */
export async function askModel(
  { log, parts }: Pick<App, 'log' | 'parts'>,
  { files }: ProcessedPhoto,
  settings: Pick<SiteSettings, 'intimate_percent'>,
): Promise<Verdict> {
  const { content } = must(
    files.find(({ variant }) => variant === '480'),
    'variant of 480 pixels',
  );
  try {
    return { intimate: (await parts.classifier.intimacyOf(content)) >= settings.intimate_percent };
  } catch (error) {
    log.warn({ err: (error as Error).message }, 'the model gave no verdict: queued for inspection');
    return { intimate: null, flag: 'not_screened' };
  }
}

async function looksRefused(db: Db, looks: string, hash: Pdq): Promise<boolean> {
  const near = sql`bit_count((fingerprint # ${looks}::bigint)::bit(64)) <= ${SAME_WITHIN_BITS}`;
  const pdq = comparablePdq(hash);
  const { known } = await one(
    sql<{ known: boolean }>`
    select exists (select from refused_pictures where ${near}) or exists (select from chat_images where status = 'refused' and ${near})
      or exists (select from refused_pictures where pdq is not null and ${pdqNear(sql`pdq`, pdq)})
      or exists (select from chat_images where status = 'refused' and pdq_quality >= ${sql.lit(LEAST_PDQ_QUALITY)} and ${pdqNear(sql`pdq`, pdq)}) as known`.execute(
      db,
    ),
  );
  return known;
}
