import type { LivenessProviderName } from '#contract/photos/liveness-lists.ts';
import type { OpenLivenessProvider } from './provider.ts';
import { openSandboxLiveness } from './sandbox.ts';
import { openVeriff } from './veriff.ts';

export const livenessProviderKinds: Record<LivenessProviderName, OpenLivenessProvider> = {
  veriff: openVeriff,
  sandbox: openSandboxLiveness,
};
