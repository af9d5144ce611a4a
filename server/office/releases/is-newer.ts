import { gt, prerelease } from 'semver';

/** Returns whether a release should be offered. A candidate is only offered to those who run a candidate. */
export const isNewer = (release: string, running: string): boolean =>
  gt(release, running) && (prerelease(release) === null || prerelease(running) !== null);
