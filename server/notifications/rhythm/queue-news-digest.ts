import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Addressee } from '../audience.ts';
import { secondsUntilDigest } from '../mail-pace.ts';
import { SEND_NEWS_DIGEST } from './rhythm-jobs.ts';

export async function queueNewsDigest(app: Pick<App, 'jobs'>, tx: Db, to: Addressee): Promise<void> {
  const seconds = await secondsUntilDigest(tx, to);
  await app.jobs.add(
    tx,
    SEND_NEWS_DIGEST,
    { member: to.id },
    {
      key: `member ${to.id} news digest`,
      maxAttempts: 5,
      ...(seconds > 0 && { runAt: new Date(Date.now() + seconds * 1000) }),
    },
  );
}
