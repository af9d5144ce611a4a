import { must } from '#contract/must.ts';
import type { Actors } from './office-work.ts';

/** Requests of the calls about the installation. */
export const operationsRequests = ({ operators }: Actors) => ({
  adminOperations: async () => ({}),
  examineInstallation: async () => ({}),
  retryJobs: async () => ({ body: { kind: 'mail' } }),
  discardJobs: async () => ({ body: { kind: 'no-such-job' } }),
  chooseAlertRecipients: async () => ({
    body: { members: [must(operators.get('owner'), 'owner').memberId] },
  }),
});
