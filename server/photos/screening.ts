import { sql } from 'kysely';
import type { PhotoFlag } from '#contract/enums.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { fingerprint, SAME_WITHIN_BITS } from './fingerprint.ts';
import type { ProcessedPhoto } from './process-photo.ts';

export interface Screened {
  /** What the picture looks like, to know copies of it by. */
  looks: string;
  /** Why a person has to look; empty lets it through where the site lets pictures through by themselves. */
  flags: PhotoFlag[];
}

/**
 * Screens a picture: whether there is anything to see, whether it looks like one that was refused, and what the screening service says
 * where one is set (docs/operate/screening.md). The service never refuses: what it doubts, and all while it does not answer, is for people.
 */
export async function screen(app: Pick<App, 'config' | 'db' | 'log'>, picture: ProcessedPhoto, kind: 'profile' | 'chat'): Promise<Screened> {
  const looks = await fingerprint(picture.files[0]!.content);
  const [known, said] = await Promise.all([looksRefused(app.db, looks), askService(app, picture, kind)]);
  const flags: PhotoFlag[] = [...(picture.doubtful ? (['empty'] as const) : []), ...(known ? (['refused_before'] as const) : []), ...(said ? [said] : [])];
  return { looks, flags };
}

/** Whether a picture looks like one that was refused on a profile or in a chat, in another size or compression too. */
async function looksRefused(db: Db, looks: string): Promise<boolean> {
  const near = sql`bit_count((fingerprint # ${looks}::bigint)::bit(64)) <= ${SAME_WITHIN_BITS}`;
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from refused_pictures where ${near}) or exists (select from chat_images where status = 'refused' and ${near}) as known`.execute(db);
  return rows[0]!.known;
}

/** What the service says: null lets the picture through. */
async function askService(
  { config, log }: Pick<App, 'config' | 'log'>,
  { files }: ProcessedPhoto,
  kind: 'profile' | 'chat',
): Promise<'screening' | 'not_screened' | null> {
  if (!config.screening) return null;
  const { url, token, timeoutMs } = config.screening;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'image/webp', 'x-picture-kind': kind, ...(token && { authorization: `Bearer ${token}` }) },
      body: new Uint8Array(files.find(({ variant }) => variant === '960')!.content),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    const { verdict } = (await response.json()) as { verdict?: unknown };
    if (verdict !== 'clear' && verdict !== 'doubt') throw new Error('answered no verdict');
    return verdict === 'doubt' ? 'screening' : null;
  } catch (error) {
    log.warn({ err: (error as Error).message }, 'the screening service gave no verdict: a person looks');
    return 'not_screened';
  }
}
