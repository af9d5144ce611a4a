import type { Module } from '../platform/module.ts';
import { forgetDailyPeople } from './daily/forget-daily-people.ts';
import { searchHandlers } from './handlers.ts';
import { SAVED_SEARCH_ROUND, savedSearchRound, type SearchRound } from './saved/saved-search-round.ts';
import { createKnown } from './search-context.ts';
import { tables } from './tables.ts';
import { forgetPastTrips } from './trips/forget-past-trips.ts';

export { SAVED_SEARCH_NOTIFICATION, type SavedSearchNews } from './saved/saved-search-round.ts';

export const module: Module = {
  tables,
  create: () => ({ search: createKnown() }),
  handlers: searchHandlers,
  jobs: (app) => ({
    [SAVED_SEARCH_ROUND]: (round: SearchRound) => savedSearchRound(app, round),
    'forget-daily-people': () => forgetDailyPeople(app.db),
    'forget-past-trips': () => forgetPastTrips(app.db),
  }),
  // Mails and pushes wait for the end of each member's quiet hours.
  cron: [
    { job: SAVED_SEARCH_ROUND, at: '35 4 * * *' },
    { job: 'forget-daily-people', at: '29 4 * * *' },
    { job: 'forget-past-trips', at: '31 4 * * *' },
  ],
};
