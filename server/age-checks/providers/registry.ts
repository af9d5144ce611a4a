import type { AgeProviderName } from '#contract/age-checks/lists.ts';
import { openEuAge } from './eu.ts';
import { openOfficeAge } from './office.ts';
import type { OpenAgeProvider } from './provider.ts';
import { openSandboxAge } from './sandbox.ts';
import { openYotiAge } from './yoti.ts';

export const ageProviderKinds: Record<AgeProviderName, OpenAgeProvider> = {
  office: openOfficeAge,
  yoti: openYotiAge,
  eu: openEuAge,
  sandbox: openSandboxAge,
};
