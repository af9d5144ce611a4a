import { settingsCalls } from './settings.ts';
import { siteOfficeCalls } from './sites.ts';

export const siteSettingsCalls = {
  ...settingsCalls,
  ...siteOfficeCalls,
};
