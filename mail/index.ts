import type { NotificationType } from '#contract/enums.ts';
import { accountDeleted } from './account/account-deleted.ts';
import { activation } from './account/activation.ts';
import { complaintDecision } from './complaint-decision.ts';
import { complaintReceipt } from './complaint-receipt.ts';
import { appealDecision } from './appeal-decision.ts';
import { mailChangeAsked } from './account/mail-change-asked.ts';
import { exportReady } from './account/export-ready.ts';
import { securityChanged } from './account/security-changed.ts';
import { newDevice } from './account/new-device.ts';
import { unusedAccount } from './account/unused-account.ts';
import { mailChange } from './account/mail-change.ts';
import { mailChanged } from './account/mail-changed.ts';
import { announcement } from './news/announcement.ts';
import { conversationsDigest } from './news/conversations-digest.ts';
import { likesDigest } from './news/likes-digest.ts';
import { match } from './news/match.ts';
import { messagesDigest } from './news/messages-digest.ts';
import { newConversation } from './news/new-conversation.ts';
import { newLike } from './news/new-like.ts';
import { newMessage } from './news/new-message.ts';
import { profileReminder } from './news/profile-reminder.ts';
import { unreadReminder } from './news/unread-reminder.ts';
import { weeklyUpdate } from './news/weekly-update.ts';
import { measureEnded } from './measure-ended.ts';
import { measure } from './measure.ts';
import { operatorInvitation } from './operator-invitation.ts';
import { passwordChanged } from './account/password-changed.ts';
import { photoDecision } from './photo-decision.ts';
import { verificationDecision } from './verification-decision.ts';
import { receipt } from './money/receipt.ts';
import { refund } from './money/refund.ts';
import { resetPassword } from './account/reset-password.ts';
import { signupExisting } from './account/signup-existing.ts';
import { unanswered } from './money/unanswered.ts';
import { withdrawal } from './money/withdrawal.ts';

/** Every mail the site sends, by name. */
export const templates = {
  activation,
  'signup-existing': signupExisting,
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
  'unread-reminder': unreadReminder,
  'weekly-update': weeklyUpdate,
  'profile-reminder': profileReminder,
  news: announcement,
  promotion: announcement,
  receipt,
  refund,
  withdrawal,
  unanswered,
  'photo-decision': photoDecision,
  'verification-decision': verificationDecision,
  'complaint-receipt': complaintReceipt,
  'complaint-decision': complaintDecision,
  measure,
  'measure-ended': measureEnded,
  'appeal-decision': appealDecision,
  'operator-invitation': operatorInvitation,
} as const;

export type TemplateName = keyof typeof templates;
export type TemplateProps<T extends TemplateName> = Parameters<(typeof templates)[T]>[0];

/** The notification type that each mail belongs to; mails that are not named here are about the account and always come. */
const types: { readonly [T in TemplateName]?: NotificationType } = {
  'new-conversation': 'new_conversations',
  'conversations-digest': 'new_conversations',
  'new-message': 'new_messages',
  'messages-digest': 'new_messages',
  'new-like': 'like',
  match: 'like',
  'likes-digest': 'like',
  'unread-reminder': 'unread_message_reminders',
  'weekly-update': 'weekly_updates',
  'profile-reminder': 'reminders',
  news: 'news',
  promotion: 'promotions',
};

/** What a member switches off to get no more mails like this; null for a mail about the account, which always comes. */
export const typeOf = (template: TemplateName): NotificationType | null => types[template] ?? null;
