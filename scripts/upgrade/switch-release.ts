import { readlinkSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { itemAt } from '#contract/must.ts';

/** The steps of an upgrade, each with the folder of a release. A failed step throws one sentence. */
export interface Steps {
  build(release: string): Promise<void>;
  /** Takes a backup, for going back further than one release; null skips it. */
  backUp: (() => Promise<void>) | null;
  migrate(release: string): Promise<void>;
  restart(): Promise<void>;
  /** Resolves when the site runs that release and is healthy; throws after a timeout. */
  healthy(release: string): Promise<void>;
  say(line: string): void;
}

export const releaseOf = (link: string): string => realpathSync(link);

/** Points a link to another folder atomically: readers see either the old or the new target. */
export function lead(link: string, release: string): void {
  const draft = `${link}.next`;
  symlinkSync(relative(realpathSync(dirname(link)), realpathSync(release)), draft);
  renameSync(draft, link);
}

const previousOf = (current: string) => join(dirname(current), 'previous');

/**
 * Upgrades from the release that `current` points to, to `next`: build, backup, migrate, switch, restart,
 * health check. If a step fails, the old release keeps running, or is switched back to, restarted and
 * checked. Throws the reason.
 */
export async function upgrade(current: string, next: string, steps: Steps): Promise<void> {
  const old = releaseOf(current);
  const release = realpathSync(next);
  if (release === old) throw new Error(`${next} is already running.`);
  await step(steps, `building ${release}`, () => steps.build(release));
  const { backUp } = steps;
  if (backUp) await step(steps, 'taking a backup', backUp);
  await step(steps, 'bringing the tables up to date', () => steps.migrate(release));
  lead(previousOf(current), old);
  try {
    await switchTo(current, release, steps);
  } catch (error) {
    steps.say(`It failed: ${(error as Error).message} Going back to ${old}.`);
    try {
      await switchTo(current, old, steps);
    } catch (worse) {
      throw new Error(`The rollback failed too: ${(worse as Error).message} See docs/operate/incidents.md.`, {
        cause: error,
      });
    }
    throw new Error(`The upgrade failed and was rolled back to ${old}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Returns to the previous release; a second time returns to the newer one. If that does not become healthy,
 * the current one is restarted.
 */
export async function goBack(current: string, steps: Steps): Promise<string> {
  const previous = previousOf(current);
  const now = releaseOf(current);
  const release = releaseThere(previous);
  if (release === null) throw new Error('There is no record of a previous release.');
  try {
    await switchTo(current, release, steps);
  } catch (error) {
    steps.say(`It failed: ${(error as Error).message} ${now} is started again.`);
    await switchTo(current, now, steps);
    throw new Error(`${release} does not start, so ${now} keeps running: ${(error as Error).message}`, {
      cause: error,
    });
  }
  lead(previous, now);
  return release;
}

function releaseThere(link: string): string | null {
  try {
    readlinkSync(link);
    return realpathSync(link);
  } catch {
    return null;
  }
}

async function switchTo(current: string, release: string, steps: Steps): Promise<void> {
  await step(steps, `switching to ${release}`, async () => {
    lead(current, release);
    await steps.restart();
  });
  await step(steps, 'waiting for the site to be well', () => steps.healthy(release));
}

async function step(steps: Steps, name: string, work: () => Promise<void>): Promise<void> {
  steps.say(`${itemAt(name, 0).toUpperCase()}${name.slice(1)}…`);
  await work();
}
