import { randomUUID } from 'node:crypto';
import type { plantOfficeWork } from './office-work.ts';

/** Requests of the lists of the office, their files and their bulk acts. */
export const listRequests = ({
  complaint,
  sampledAnswer,
  waitingConversation,
  waitingPhoto,
}: ReturnType<typeof plantOfficeWork>) => ({
  adminComplaintList: async () => (await complaint(), {}),
  adminComplaintsFile: async () => ({ query: { status: 'waiting' as const } }),
  adminConversationList: async () => (await waitingConversation(), {}),
  adminConversationsFile: async () => ({ query: { kind: 'fictional' as const } }),
  deskSearch: async () => (await sampledAnswer(), { body: { text: 'evening' } }),
  adminPhotoList: async () => (await waitingPhoto(), {}),
  adminPhotosFile: async () => ({ query: { status: 'inspecting' as const } }),
  decidePhotos: async () => ({
    body: { id: randomUUID(), photos: [await waitingPhoto()], filters: {}, approve: true },
  }),
  decideComplaints: async () => ({
    body: {
      id: randomUUID(),
      complaints: [await complaint()],
      filters: {},
      outcome: 'answered' as const,
    },
  }),
});
