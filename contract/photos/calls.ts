import { photoAccessCalls } from './access.ts';
import { livenessCalls } from './liveness.ts';
import { photoCalls } from './photo-calls.ts';
import { photoListCalls } from './photo-list.ts';
import { verificationCalls } from './verification.ts';

export const photosCalls = {
  ...photoCalls,
  ...photoListCalls,
  ...photoAccessCalls,
  ...verificationCalls,
  ...livenessCalls,
};
