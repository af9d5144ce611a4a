import type { AgeProviderName } from '#contract/age-checks/lists.ts';
import { openOfficeAge } from './office.ts';
import type { OpenAgeProvider } from './provider.ts';
import { openSandboxAge } from './sandbox.ts';

export const ageProviderKinds: Record<AgeProviderName, OpenAgeProvider> = {
  office: openOfficeAge,
  sandbox: openSandboxAge,
};
