import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { Addressee } from '../audience.ts';
import { secondsUntilQuietEnd } from '../mail-pace.ts';
import { SEND_HELD_PUSHES } from './rhythm-jobs.ts';

export async function queueHeldPushes(app: Pick<App, 'jobs'>, tx: Tx, to: Addressee): Promise<void> {
  const seconds = to.rhythm.quiet_push ? await secondsUntilQuietEnd(tx, to) : 0;
  await app.jobs.add(
    tx,
    SEND_HELD_PUSHES,
    { member: to.id },
    {
      key: `member ${to.id} held pushes`,
      maxAttempts: 5,
      ...(seconds > 0 && { runAt: new Date(Date.now() + seconds * 1000) }),
    },
  );
}
