import { keysOf } from '#contract/keys.ts';
import type { NotificationType } from '#contract/lists/notifications.ts';
import { seriesTriggerNames, seriesTriggers } from '#contract/notifications/mail-series.ts';
import { accountDeleted } from './account/account-deleted.ts';
import { activation } from './account/activation.ts';
import { exportReady } from './account/export-ready.ts';
import { invitation } from './account/invitation.ts';
import { mailChangeAsked } from './account/mail-change-asked.ts';
import { mailChange } from './account/mail-change.ts';
import { mailChanged } from './account/mail-changed.ts';
import { newDevice } from './account/new-device.ts';
import { passwordChanged } from './account/password-changed.ts';
import { resetPassword } from './account/reset-password.ts';
import { securityChanged } from './account/security-changed.ts';
import { signupExisting } from './account/signup-existing.ts';
import { unusedAccount } from './account/unused-account.ts';
import { ageCheckReminder } from './age-check-reminder.ts';
import { ageCheckResult } from './age-check-result.ts';
import { appealDecision } from './moderation/appeal-decision.ts';
import { complaintDecision } from './moderation/complaint-decision.ts';
import { complaintReceipt } from './moderation/complaint-receipt.ts';
import { measureEnded } from './moderation/measure-ended.ts';
import { measure } from './moderation/measure.ts';
import { trustedFlagger } from './moderation/trusted-flagger.ts';
import { receipt } from './money/receipt.ts';
import { refundClaim } from './money/refund-claim.ts';
import { refund } from './money/refund.ts';
import { unanswered } from './money/unanswered.ts';
import { withdrawal } from './money/withdrawal.ts';
import { announcement } from './notifications/announcement.ts';
import { checkIn } from './notifications/check-in.ts';
import { conversationsDigest } from './notifications/conversations-digest.ts';
import { likesDigest } from './notifications/likes-digest.ts';
import { match } from './notifications/match.ts';
import { messagesDigest } from './notifications/messages-digest.ts';
import { newConversation } from './notifications/new-conversation.ts';
import { newLike } from './notifications/new-like.ts';
import { newMessage } from './notifications/new-message.ts';
import { newsDigest } from './notifications/news-digest.ts';
import { photoGrant } from './notifications/photo-grant.ts';
import { photoRequest } from './notifications/photo-request.ts';
import { photosDigest } from './notifications/photos-digest.ts';
import { profileReminder } from './notifications/profile-reminder.ts';
import { savedSearch } from './notifications/saved-search.ts';
import { seriesMail } from './notifications/series-mail.ts';
import { unreadReminder } from './notifications/unread-reminder.ts';
import { weeklyUpdate } from './notifications/weekly-update.ts';
import { operationsAlert } from './operations-alert.ts';
import { operatorInvitation } from './operator-invitation.ts';
import { photoDecision } from './photo-decision.ts';
import { supportThread } from './support-thread.ts';
import { verificationDecision } from './verification-decision.ts';
import { verificationDemand } from './verification-demand.ts';
import { voiceIntroDecision } from './voice-intro-decision.ts';

export const templates = {
  activation,
  'signup-existing': signupExisting,
  invitation,
  'reset-password': resetPassword,
  'mail-change': mailChange,
  'mail-changed': mailChanged,
  'mail-change-asked': mailChangeAsked,
  'new-device': newDevice,
  'unused-account': unusedAccount,
  'password-changed': passwordChanged,
  'security-changed': securityChanged,
  'export-ready': exportReady,
  'account-deleted': accountDeleted,
  'new-conversation': newConversation,
  'conversations-digest': conversationsDigest,
  'new-message': newMessage,
  'messages-digest': messagesDigest,
  'new-like': newLike,
  match,
  'likes-digest': likesDigest,
  'photo-request': photoRequest,
  'photo-grant': photoGrant,
  'photos-digest': photosDigest,
  'news-digest': newsDigest,
  'check-in': checkIn,
  'unread-reminder': unreadReminder,
  'weekly-update': weeklyUpdate,
  'saved-search': savedSearch,
  'profile-reminder': profileReminder,
  'series-welcome': seriesMail('series-welcome'),
  'series-first-hello': seriesMail('series-first-hello'),
  'series-reply': seriesMail('series-reply'),
  'series-checkout': seriesMail('series-checkout'),
  'series-offer': seriesMail('series-offer'),
  'series-back-soon': seriesMail('series-back-soon'),
  'series-back-later': seriesMail('series-back-later'),
  'series-back-last': seriesMail('series-back-last'),
  news: announcement,
  promotion: announcement,
  'account-notice': announcement,
  receipt,
  refund,
  'refund-claim': refundClaim,
  withdrawal,
  unanswered,
  'photo-decision': photoDecision,
  'voice-intro-decision': voiceIntroDecision,
  'verification-decision': verificationDecision,
  'verification-demand': verificationDemand,
  'age-check-result': ageCheckResult,
  'age-check-reminder': ageCheckReminder,
  'complaint-receipt': complaintReceipt,
  'trusted-flagger': trustedFlagger,
  'complaint-decision': complaintDecision,
  measure,
  'measure-ended': measureEnded,
  'appeal-decision': appealDecision,
  'operations-alert': operationsAlert,
  'operator-invitation': operatorInvitation,
  'support-thread': supportThread,
} as const;

export type TemplateName = keyof typeof templates;
export type TemplateProps<T extends TemplateName> = Parameters<(typeof templates)[T]>[0];

/**
 * Mails that warn of a takeover, or that lead into an existing account: only owners change their texts, because
 * an editor could turn them into bait or make them say nothing.
 */
const ofSecurity: ReadonlySet<TemplateName> = new Set<TemplateName>([
  'reset-password',
  'mail-change',
  'mail-changed',
  'mail-change-asked',
  'new-device',
  'password-changed',
  'security-changed',
  'operator-invitation',
]);

export const isAboutSecurity = (template: TemplateName): boolean => ofSecurity.has(template);

/** The type of a mail that can be switched off. `digest` is the mail with the news of several types at once. */
export type MailType = NotificationType | 'digest';

const seriesMailsOf = (type: NotificationType) =>
  seriesTriggerNames.flatMap((name) =>
    seriesTriggers[name].type === type ? seriesTriggers[name].mails : [],
  );

const mailsOf: Record<MailType, readonly TemplateName[]> = {
  new_conversations: ['new-conversation', 'conversations-digest'],
  new_messages: ['new-message', 'messages-digest'],
  like: ['new-like', 'match', 'likes-digest'],
  photo_access: ['photo-request', 'photo-grant', 'photos-digest'],
  check_ins: ['check-in'],
  unread_message_reminders: ['unread-reminder'],
  promotions: ['promotion', ...seriesMailsOf('promotions')],
  weekly_updates: ['weekly-update'],
  saved_searches: ['saved-search'],
  news: ['news'],
  reminders: ['profile-reminder', ...seriesMailsOf('reminders')],
  digest: ['news-digest'],
};

const types = new Map(
  keysOf(mailsOf).flatMap((type) => mailsOf[type].map((template) => [template, type] as const)),
);

export const typeOf = (template: TemplateName): MailType | null => types.get(template) ?? null;
