import { Redirect } from './redirect.ts';
import type { Match, OpenMatch, ScreenModule } from './routes.ts';

/** An error of a screen or its data. `at` is the index of the match that failed. */
export interface Failure {
  at: number;
  error: unknown;
}

/** Screens that can be shown, or the path to go to instead. */
export type Prepared =
  | { redirect: string }
  | { redirect?: undefined; matches: OpenMatch[]; failure: Failure | null };

export interface Preparation {
  matches: Match[];
  /** Whether the data of this match has to be loaded. */
  needsData: (match: Match) => boolean;
  /** Loads the data of a screen. Returns or throws a `Redirect` if another path is to be shown. */
  loadData: (load: NonNullable<ScreenModule['load']>, match: Match) => Promise<unknown>;
  /** Runs beside the loading of data, such as for translations. */
  beside?: (module: ScreenModule) => Promise<unknown> | undefined;
}

/** Loads the modules and then the data of matched routes, in parallel. */
export async function prepare({ matches, needsData, loadData, beside }: Preparation): Promise<Prepared> {
  const opened = await Promise.allSettled(matches.map(async ({ route }) => route.open()));
  const open: OpenMatch[] = [];
  for (const [at, result] of opened.entries()) {
    const match = matches[at];
    if (!match) break;
    if (result.status === 'rejected') return { matches: open, failure: { at, error: result.reason } };
    open.push({ ...match, module: result.value });
  }
  const loaded = await Promise.allSettled(
    open.map(async (match) => {
      const { load } = match.module;
      // Without its translations a screen still works: it waits for them when it is rendered.
      const others = beside?.(match.module)?.catch(() => {});
      const answer = load && needsData(match) ? await loadData(load, match) : null;
      await others;
      return answer;
    }),
  );
  const answers = loaded.map((result) => (result.status === 'fulfilled' ? result.value : result.reason));
  const redirect = answers.findLast((answer) => answer instanceof Redirect);
  if (redirect) return { redirect: redirect.path };
  const at = loaded.findIndex(({ status }) => status === 'rejected');
  return { matches: open, failure: at < 0 ? null : { at, error: answers[at] } };
}
