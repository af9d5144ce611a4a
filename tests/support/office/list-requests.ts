import { randomUUID } from 'node:crypto';
import type { plantOfficeWork } from './office-work.ts';

/** Requests of the lists of the office, their files and their bulk acts. */
export const listRequests = ({ complaint }: ReturnType<typeof plantOfficeWork>) => ({
  adminComplaintList: async () => (await complaint(), {}),
  adminComplaintsFile: async () => ({ query: { status: 'waiting' as const } }),
  decideComplaints: async () => ({
    body: {
      id: randomUUID(),
      complaints: [await complaint()],
      filters: {},
      outcome: 'answered' as const,
    },
  }),
});
