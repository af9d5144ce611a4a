import { sql } from 'kysely';
import { itemAt, must } from '#contract/must.ts';
import type { PhotoFlag } from '#contract/photos/photo-calls.ts';
import type { App } from '../../platform/app.ts';
import { one, type Db } from '../../platform/database/index.ts';
import type { ProcessedPhoto } from '../process-photo.ts';
import { fingerprint, SAME_WITHIN_BITS } from './fingerprint.ts';

export interface Screened {
  looks: string;
  /** Reasons for an inspection. If empty, a site with automatic approval approves the picture. */
  flags: PhotoFlag[];
}

/**
 * Screens a picture: checks whether it is empty or resembles a refused picture, and requests a verdict from
 * the screening service if one is configured (docs/operate/screening.md). The service cannot refuse a
 * picture: operators decide about the pictures it doubts, and about all pictures while it is unavailable.
 */
export async function screen(
  app: Pick<App, 'config' | 'db' | 'log'>,
  picture: ProcessedPhoto,
  kind: 'profile' | 'chat',
): Promise<Screened> {
  const looks = await fingerprint(itemAt(picture.files, 0).content);
  const [known, said] = await Promise.all([looksRefused(app.db, looks), askService(app, picture, kind)]);
  const flags: PhotoFlag[] = [
    ...(picture.doubtful ? (['empty'] as const) : []),
    ...(known ? (['refused_before'] as const) : []),
    ...(said ? [said] : []),
  ];
  return { looks, flags };
}

async function looksRefused(db: Db, looks: string): Promise<boolean> {
  const near = sql`bit_count((fingerprint # ${looks}::bigint)::bit(64)) <= ${SAME_WITHIN_BITS}`;
  const { known } = await one(
    sql<{ known: boolean }>`
    select exists (select from refused_pictures where ${near}) or exists (select from chat_images where status = 'refused' and ${near}) as known`.execute(
      db,
    ),
  );
  return known;
}

async function askService(
  { config, log }: Pick<App, 'config' | 'log'>,
  { files }: ProcessedPhoto,
  kind: 'profile' | 'chat',
): Promise<'screening' | 'not_screened' | null> {
  if (!config.screening) return null;
  const { url, token, timeoutMs } = config.screening;
  const file = must(
    files.find(({ variant }) => variant === '960'),
    'variant of 960 pixels',
  );
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'image/webp',
        'x-picture-kind': kind,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: new Uint8Array(file.content),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    const { verdict } = (await response.json()) as { verdict?: unknown };
    if (verdict !== 'clear' && verdict !== 'doubt') throw new Error('the response contains no verdict');
    return verdict === 'doubt' ? 'screening' : null;
  } catch (error) {
    log.warn(
      { err: (error as Error).message },
      'the screening service gave no verdict: queued for inspection',
    );
    return 'not_screened';
  }
}
