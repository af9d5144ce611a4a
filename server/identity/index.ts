export { accountOf, accountsOf, ownerOf, type Account } from './accounts.ts';
export { changePassword } from './change-password.ts';
export { closeAccount } from './close-account.ts';
export { knownDevice, rememberDevice } from './devices.ts';
export { loginGuesses, takePasswordGuess } from './guesses.ts';
export { createLinkToken, dropLinkTokens, useLinkToken, type LinkPurpose, type LinkToken } from './link-tokens.ts';
export { operatorLogin, operatorLoginPath } from './operator-login.ts';
export { hashPassword, isPassword } from './passwords.ts';
export {
  authenticate,
  createSession,
  endSession,
  endSessions,
  memberChanged,
  renewSession,
  SESSIONS_CHANGED,
  sessionsChanged,
  setSessionCookie,
  type AccountSession,
} from './sessions.ts';
export { subscribePush, type Subscription } from './subscribe-push.ts';
export { changeTimeZone, isTimeZone } from './time-zone.ts';
