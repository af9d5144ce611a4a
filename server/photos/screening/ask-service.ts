import { must } from '#contract/must.ts';
import type { PhotoFlag } from '#contract/photos/photo-calls.ts';
import type { App } from '../../platform/app.ts';
import type { ProcessedPhoto } from '../process-photo.ts';

export interface Verdict {
  /** Null without a verdict. */
  intimate: boolean | null;
  flag?: PhotoFlag;
}

const verdicts: Record<string, Verdict> = {
  clear: { intimate: false },
  intimate: { intimate: true },
  doubt: { intimate: null, flag: 'screening' },
};

/** Requests a verdict from the site's own screening service (docs/operate/screening.md). */
export async function askService(
  { config, log }: Pick<App, 'config' | 'log'>,
  { files }: ProcessedPhoto,
  kind: 'profile' | 'chat',
): Promise<Verdict> {
  const { url, token, timeoutMs } = must(config.screening, 'screening service');
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
    const known = typeof verdict === 'string' && Object.hasOwn(verdicts, verdict) ? verdicts[verdict] : null;
    if (!known) throw new Error('the response contains no verdict');
    return known;
  } catch (error) {
    log.warn(
      { err: (error as Error).message },
      'the screening service gave no verdict: queued for inspection',
    );
    return { intimate: null, flag: 'not_screened' };
  }
}
