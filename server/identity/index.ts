import type { Module } from '../platform/module.ts';
import { identityCron, identityJobs } from './jobs.ts';
import { createSessionCache } from './sessions/session-cache.ts';
import { tables } from './tables.ts';

export {
  accountOf,
  accountsOf,
  type Holder,
  holderOf,
  ownerOf,
  ownsAddress,
  worksHere,
  type Account,
} from './accounts.ts';
export { createHouseAccount } from './house-account.ts';
export { eraseSource } from './account/erase-source.ts';
export { changeIntimateConsent } from './account/change-intimate-consent.ts';
export { changePreferences } from './account/change-preferences.ts';
export { confirmAccount } from './account/confirm-account.ts';
export { isSignupOf } from './account/is-signup-of.ts';
export { leaveAccount } from './account/leave-account.ts';
export { moveAccount } from './account/move-account.ts';
export { noteUnusedNotice } from './account/note-unused-notice.ts';
export { type NewAccount, openAccount } from './account/open-account.ts';
export { returnAccount } from './account/return-account.ts';
export { yieldAddress } from './account/yield-address.ts';
export { setPassword } from './account/set-password.ts';
export { apiTokensOf, type TokensOf } from './api-tokens/api-tokens-of.ts';
export { makeApiToken } from './api-tokens/make-api-token.ts';
export { revokeApiToken } from './api-tokens/revoke-api-token.ts';
export { sessionOfToken } from './api-tokens/session-of-token.ts';
export { changePassword } from './change-password.ts';
export { closeAccount } from './account/close-account.ts';
export { reopenAccount } from './account/reopen-account.ts';
export { describeBrowser } from './describe-browser.ts';
export { knownDevice, rememberDevice } from './devices.ts';
export { loginGuesses } from './guesses.ts';
export { createLinkToken } from './link-tokens/create-link-token.ts';
export { dropLinkTokens } from './link-tokens/drop-link-tokens.ts';
export { dropYoungerLinks } from './link-tokens/drop-younger-links.ts';
export { findLinkToken } from './link-tokens/find-link-token.ts';
export { type LinkPurpose, type LinkToken } from './link-tokens/link-token.ts';
export { createInvitation } from './link-tokens/create-invitation.ts';
export { endInvitationsTo } from './link-tokens/end-invitations-to.ts';
export { withdrawInvitation } from './link-tokens/withdraw-invitation.ts';
export { useLinkToken } from './link-tokens/use-link-token.ts';
export { employ, type NewOperator } from './operators/employ.ts';
export { type Identity, identifyOperator } from './operators/identify-operator.ts';
export { refuseStaff } from './operators/refuse-staff.ts';
export { operatorLoginPath } from './operators/operator-login-path.ts';
export { operatorLoginToken } from './operators/operator-login-token.ts';
export { operatorLogin } from './operators/operator-login.ts';
export { assertMayApprove, isAboveOwnLimits, limitsOf } from './operators/operator-limits.ts';
export { setLanguages } from './operators/set-languages.ts';
export { setLimits } from './operators/set-limits.ts';
export { assertOwnerStays, lockOwners } from './operators/owner-stays.ts';
export { reemploy } from './operators/reemploy.ts';
export { setRoles } from './operators/set-roles.ts';
export { addPasskey } from './passkeys/add-passkey.ts';
export { askToConfirmPasskey } from './passkeys/ask-to-confirm-passkey.ts';
export { confirmPasskey } from './passkeys/confirm-passkey.ts';
export { beginPasskeyLogin } from './passkeys/begin-passkey-login.ts';
export { beginPasskey } from './passkeys/begin-passkey.ts';
export { authenticationResponse, registrationResponse } from './passkeys/browser-response.ts';
export { memberOfPasskey } from './passkeys/member-of-passkey.ts';
export { passkeysOf } from './passkeys/passkeys-of.ts';
export { removePasskey } from './passkeys/remove-passkey.ts';
export { dropRecoveryCodes } from './factors/drop-recovery-codes.ts';
export { makeRecoveryCodes } from './factors/make-recovery-codes.ts';
export { recoveryCodesLeft } from './factors/recovery-codes.ts';
export { askSecondStep } from './factors/ask-second-step.ts';
export { endFactors } from './factors/end-factors.ts';
export { dropFactors } from './factors/drop-factors.ts';
export { secondStepsOf } from './factors/second-steps-of.ts';
export { type ChangedBy } from './factors/tell-change.ts';
export { takeCode } from './factors/take-code.ts';
export { takeSecondStep } from './factors/take-second-step.ts';
export { beginTotp } from './factors/begin-totp.ts';
export { confirmTotp } from './factors/confirm-totp.ts';
export { giveTotp } from './factors/give-totp.ts';
export { removeTotp } from './factors/remove-totp.ts';
export { hasTotp } from './factors/totp.ts';
export { importAccount, type AccountFromElsewhere } from './import-account.ts';
export { judgePassword, refuseWeakPassword } from './password-strength.ts';
export { arePasswords, hashPassword, isForeignHash, isPassword } from './passwords.ts';
export { forgetBan } from './persons/forget-ban.ts';
export { rememberBan } from './persons/remember-ban.ts';
export { holdAccount } from './persons/hold-account.ts';
export { forgetHeldEvidence } from './persons/forget-held-evidence.ts';
export { withdrawDocumentHold } from './persons/withdraw-document-hold.ts';
export { withdrawHold } from './persons/withdraw-hold.ts';
export { askToRelease } from './persons/ask-to-release.ts';
export { settleHolds } from './persons/settle-holds.ts';
export { markHash, noteMark } from './persons/person-marks.ts';
export { noteDevice } from './persons/note-device.ts';
export { holdsOf, relatedAccounts } from './persons/related-accounts.ts';
export { recipientOf } from './recipient-of.ts';
export { renewHash } from './renew-hash.ts';
export { authenticate } from './sessions/authenticate.ts';
export { hasFreshFactor, noteFreshFactor } from './sessions/fresh-factor.ts';
export { createSession } from './sessions/create-session.ts';
export { endSession } from './sessions/end-session.ts';
export { endSessions } from './sessions/end-sessions.ts';
export { invalidCookies } from './sessions/invalid-cookies.ts';
export { memberChanged, sessionsChanged } from './sessions/member-changed.ts';
export { noteBothFactors } from './sessions/note-both-factors.ts';
export { renewSession } from './sessions/renew-session.ts';
export { SESSIONS_CHANGED, type AccountSession } from './sessions/session-cache.ts';
export { endedSessionOf } from './sessions/ended-session-of.ts';
export { setSessionCookie, tokenHashOf } from './sessions/session-cookie.ts';
export { sessionsOf } from './sessions/sessions-of.ts';
export { changeTimeZone } from './account/change-time-zone.ts';
export { isTimeZone } from './account/is-time-zone.ts';

export const module: Module = {
  tables,
  create: ({ events }) => ({ sessions: createSessionCache(events) }),
  jobs: identityJobs,
  cron: identityCron,
};
