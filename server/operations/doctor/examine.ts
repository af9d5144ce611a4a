import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/config.ts';

/** Input of the checks. */
export interface Patient {
  app: App;
  config: Config;
  /**
   * The connection of the tables' owner, by which a command finds the role of the running site. Null in the running
   * site itself.
   */
  ownerUrl: string | null;
}

/** One check. Returns the finding, or throws the problem, or a `Warning`, with a remedy. */
export type Look = () => Promise<string>;

/** Something that the operator should do soon, although the site works. */
export class Warning extends Error {
  override name = 'Warning';
}

export interface Finding {
  name: string;
  state: 'well' | 'warning' | 'problem';
  found: string;
}

/** Runs each check in turn. A failed check does not stop the others. */
export async function* examine(looks: Iterable<[string, Look]>): AsyncGenerator<Finding> {
  for (const [name, look] of looks) {
    try {
      yield { name, state: 'well', found: await look() };
    } catch (error) {
      yield { name, state: error instanceof Warning ? 'warning' : 'problem', found: explain(error) };
    }
  }
}

/** Remedies for an unavailable service, by error code of PostgreSQL or the network. */
const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there: start it, or correct the host and port of its URL',
  ENOTFOUND: 'no host has this name: correct the URL',
  EAI_AGAIN: 'its name could not be resolved: check the URL and the network',
  ETIMEDOUT: 'it does not respond: check the network and its firewall',
  '28P01': 'the password is wrong: correct the URL',
  '28000': 'the server rejects this role: check its pg_hba.conf',
  '3D000': 'there is no such database: create it, or correct the URL',
  '53300': 'it has no connections left: lower DATABASE_POOL or raise its max_connections',
};

function explain(error: unknown): string {
  const parts: string[] = [];
  for (
    let one = error as (Error & { code?: string; errors?: Error[] }) | undefined;
    one instanceof Error;
    one = (one.cause ?? one.errors?.[0]) as typeof one
  ) {
    if (one.message && !parts.includes(one.message)) parts.push(one.message);
    // Some libraries use their own codes and mention the network's code in the message.
    const advice = ADVICE[one.code ?? ''] ?? ADVICE[/\bE[A-Z_]{6,}\b/.exec(one.message)?.[0] ?? ''];
    if (advice && !parts.includes(advice)) parts.push(advice);
  }
  return parts.join(' – ');
}
