export const livenessProviders = ['veriff', 'sandbox'] as const;
export type LivenessProviderName = (typeof livenessProviders)[number];

export const livenessNames: Record<LivenessProviderName, string> = { veriff: 'Veriff', sandbox: 'Sandbox' };

/** Why a liveness check did not pass. `expired`: no result in time. */
export const livenessReasons = ['not_live', 'expired', 'withdrawn'] as const;
export type LivenessReason = (typeof livenessReasons)[number];
