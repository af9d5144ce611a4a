import type { Site } from '#server/assemble.ts';
import type { Config } from '#server/platform/config.ts';

/** What the doctor looks at: the site put together, its configuration, and the address by which the tables' owner connects. */
export interface Patient {
  site: Site;
  config: Config;
  ownerUrl: string;
}

/** Returns what was found, or throws what is wrong and what to do about it. */
export type Look = () => Promise<string>;

export interface Finding {
  name: string;
  well: boolean;
  /** What was found, or what is wrong and what to do about it. */
  found: string;
}

/** Takes each look in turn; one that fails does not keep the others from being taken. */
export async function* examine(looks: Iterable<[string, Look]>): AsyncGenerator<Finding> {
  for (const [name, look] of looks) {
    try {
      yield { name, well: true, found: await look() };
    } catch (error) {
      yield { name, well: false, found: explain(error) };
    }
  }
}

/** What to do about a service that cannot be had, by PostgreSQL's code or the network's. */
const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there: start it, or mend the host and port of its address',
  ENOTFOUND: 'no host has this name: mend the address',
  EAI_AGAIN: 'its name could not be looked up: mend the address or the network',
  ETIMEDOUT: 'it does not answer: look at the network and its firewall',
  '28P01': 'the password is wrong: mend the address',
  '28000': 'the server does not let this role in: look at its pg_hba.conf',
  '3D000': 'there is no such database: create it, or mend the address',
  '53300': 'it has no connection left: lower DATABASE_POOL or raise its max_connections',
};

/** What is wrong, with its cause and what to do about it. */
function explain(error: unknown): string {
  const parts: string[] = [];
  for (let one = error as (Error & { code?: string; errors?: Error[] }) | undefined; one instanceof Error; one = (one.cause ?? one.errors?.[0]) as typeof one) {
    if (one.message && !parts.includes(one.message)) parts.push(one.message);
    // Some libraries have a code of their own and name the network's in what they say.
    const advice = ADVICE[one.code ?? ''] ?? ADVICE[/\bE[A-Z_]{6,}\b/.exec(one.message)?.[0] ?? ''];
    if (advice && !parts.includes(advice)) parts.push(advice);
  }
  return parts.join(' – ');
}
