import { sql } from 'kysely';
import { valid } from 'semver';
import type { App } from '../../platform/app.ts';
import { safeFetch, trustedHosts } from '../../platform/outgoing/safe-request.ts';

/** GitHub refuses requests without one. Every site sends the same. */
const USER_AGENT = 'Liaison';
const MOST_BYTES = 64 * 1024;

/**
 * Asks RELEASES_URL for the newest release and stores its version. The request has no cookie, version or name:
 * it says no more about this site than its IP address. Throws a sentence if there is no usable answer.
 */
export async function askForRelease(
  { db, config }: Pick<App, 'db' | 'config'>,
  url: string,
): Promise<string> {
  const { status, body } = await safeFetch({
    url,
    trusted: trustedHosts(config),
    headers: { accept: 'application/json', 'user-agent': USER_AGENT },
    mostBytes: MOST_BYTES,
  });
  if (status !== 200) throw new Error(`RELEASES_URL answers ${status} instead of a release.`);
  const version = body === null ? null : versionIn(body);
  if (version === null)
    throw new Error(
      `RELEASES_URL must answer JSON with "version" or "tag_name", such as {"version":"1.0.1"}, of at most ${MOST_BYTES} bytes.`,
    );
  await sql`insert into newest_release (version) values (${version})
    on conflict (single) do update set version = excluded.version, asked_at = excluded.asked_at`.execute(db);
  return version;
}

/** Accepts `{"version":"1.0.1"}`, and `{"tag_name":"v1.0.1"}` as GitHub, GitLab and Forgejo name it. */
function versionIn(body: string): string | null {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null) return null;
    const named = 'version' in answer ? answer.version : 'tag_name' in answer ? answer.tag_name : null;
    return typeof named === 'string' ? valid(named) : null;
  } catch {
    return null;
  }
}
