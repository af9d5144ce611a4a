import type { Module } from '../platform/module.ts';
import { identityCron, identityJobs } from './jobs.ts';
import { createSessionCache } from './sessions.ts';
import { tables } from './tables.ts';

export { accountOf, accountsOf, ownerOf, worksHere, type Account } from './accounts.ts';
export { createHouseAccount } from './house-account.ts';
export {
  changePreferences,
  confirmAccount,
  isSignupOf,
  leaveAccount,
  moveAccount,
  type NewAccount,
  noteUnusedNotice,
  openAccount,
  returnAccount,
  setPassword,
} from './change-account.ts';
export { apiTokensOf, makeApiToken, revokeApiToken, sessionOfToken, type TokensOf } from './api-tokens/api-tokens.ts';
export { changePassword } from './change-password.ts';
export { closeAccount, reopenAccount } from './close-account.ts';
export { describeBrowser } from './describe-browser.ts';
export { knownDevice, rememberDevice } from './devices.ts';
export { loginGuesses } from './guesses.ts';
export { createLinkToken, dropLinkTokens, findLinkToken, useLinkToken, type LinkPurpose, type LinkToken } from './link-tokens.ts';
export { employ, operatorLogin, operatorLoginPath, setRoles } from './operator-login.ts';
export { addPasskey, beginPasskey, beginPasskeyLogin, memberOfPasskey, passkeysOf, removePasskey } from './factors/passkeys.ts';
export { dropRecoveryCodes, makeRecoveryCodes, recoveryCodesLeft } from './factors/recovery-codes.ts';
export { askSecondStep, dropFactors, dropFactorsSince, secondStepsOf, takeSecondStep } from './factors/second-step.ts';
export { beginTotp, confirmTotp, giveTotp, hasTotp, removeTotp } from './factors/totp.ts';
export { importAccount, type AccountFromElsewhere } from './import-account.ts';
export { judgePassword, refuseWeakPassword } from './password-strength.ts';
export { hashPassword, isForeignHash, isPassword, renewHash } from './passwords.ts';
export {
  authenticate,
  createSession,
  endSession,
  endSessions,
  memberChanged,
  noteBothFactors,
  renewSession,
  SESSIONS_CHANGED,
  sessionsChanged,
  sessionsOf,
  setSessionCookie,
  tokenHashOf,
  type AccountSession,
} from './sessions.ts';
export { changeTimeZone, isTimeZone } from './time-zone.ts';

export const module: Module = {
  tables,
  create: ({ events }) => ({ sessions: createSessionCache(events) }),
  jobs: identityJobs,
  cron: identityCron,
};
