import { callPages } from '#web/session/query-client.ts';

export const ownThreads = callPages('support', {});
