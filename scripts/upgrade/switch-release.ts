import { readlinkSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** What an upgrade does, each step with the folder of a release; a step that fails throws one sentence. */
export interface Steps {
  /** Makes a release ready where it stands. */
  build(release: string): Promise<void>;
  /** Keeps what there is, for going back further than one release; null leaves it out. */
  backUp: (() => Promise<void>) | null;
  /** Brings the tables up to date with a release while the other one serves. */
  migrate(release: string): Promise<void>;
  /** Lets the site run what `current` leads to now. */
  restart(): Promise<void>;
  /** Ends when the site runs that release and is well; throws when it does not become so in time. */
  healthy(release: string): Promise<void>;
  say(line: string): void;
}

/** The folder that `current` leads to. */
export const releaseOf = (link: string): string => realpathSync(link);

/** Lets a link lead to another folder in one step: whoever follows it sees the old one or the new one. */
export function lead(link: string, release: string): void {
  const draft = `${link}.next`;
  symlinkSync(relative(realpathSync(dirname(link)), realpathSync(release)), draft);
  renameSync(draft, link);
}

const previousOf = (current: string) => join(dirname(current), 'previous');

/**
 * Goes from the release that `current` leads to, to `next`: build, backup, migrate, switch, restart, health. Whatever fails leaves
 * the old release running; once switched, it is switched back, restarted and has to become healthy. Throws the reason.
 */
export async function upgrade(current: string, next: string, steps: Steps): Promise<void> {
  const old = releaseOf(current);
  const release = realpathSync(next);
  if (release === old) throw new Error(`${next} is what runs already.`);
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
      throw new Error(`Going back failed as well: ${(worse as Error).message} See docs/operate/incidents.md.`, { cause: error });
    }
    throw new Error(`The upgrade was undone and ${old} runs: ${(error as Error).message}`, { cause: error });
  }
}

/** Goes back to the release that ran before; a second time goes forward again. When that one does not become well, this one runs on. */
export async function goBack(current: string, steps: Steps): Promise<string> {
  const previous = previousOf(current);
  const now = releaseOf(current);
  const release = releaseThere(previous);
  if (release === null) throw new Error('No release is known to have run before this one.');
  try {
    await switchTo(current, release, steps);
  } catch (error) {
    steps.say(`It failed: ${(error as Error).message} ${now} is started again.`);
    await switchTo(current, now, steps);
    throw new Error(`${release} does not run here, and ${now} runs on: ${(error as Error).message}`, { cause: error });
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
  steps.say(`${name[0]!.toUpperCase()}${name.slice(1)}…`);
  await work();
}
