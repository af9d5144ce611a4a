import { photoAccessCalls } from './access.ts';
import { livenessCalls } from './liveness.ts';
import { photoCalls } from './photo-calls.ts';
import { verificationCalls } from './verification.ts';

export const photosCalls = {
  ...photoCalls,
  ...photoAccessCalls,
  ...verificationCalls,
  ...livenessCalls,
};
