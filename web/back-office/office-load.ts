import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import type { ScreenLoad } from '#web/session/screen-data.ts';

/** What an operator's screen loads that needs one answer before it shows. */
export const officeLoad =
  <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>): ScreenLoad =>
  ({ ensure, requireUser }) => {
    requireUser();
    return ensure(query);
  };
