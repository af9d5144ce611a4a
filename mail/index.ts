import type { NotificationType } from '#contract/enums.ts';
import { accountDeleted } from './account-deleted.ts';
import { activation } from './activation.ts';
import { complaintDecision } from './complaint-decision.ts';
import { complaintReceipt } from './complaint-receipt.ts';
import { mailChange } from './mail-change.ts';
import { mailChanged } from './mail-changed.ts';
import { match } from './match.ts';
import { newLike } from './new-like.ts';
import { newMessage } from './new-message.ts';
import { passwordChanged } from './password-changed.ts';
import { photoDecision } from './photo-decision.ts';
import { receipt } from './receipt.ts';
import { refund } from './refund.ts';
import { resetPassword } from './reset-password.ts';
import { signupExisting } from './signup-existing.ts';
import { unanswered } from './unanswered.ts';
import { withdrawal } from './withdrawal.ts';

/** Every mail the site sends, by name. */
export const templates = {
  activation,
  'signup-existing': signupExisting,
  'reset-password': resetPassword,
  'mail-change': mailChange,
  'mail-changed': mailChanged,
  'password-changed': passwordChanged,
  'account-deleted': accountDeleted,
  'new-message': newMessage,
  'new-like': newLike,
  match,
  receipt,
  refund,
  withdrawal,
  unanswered,
  'photo-decision': photoDecision,
  'complaint-receipt': complaintReceipt,
  'complaint-decision': complaintDecision,
} as const;

export type TemplateName = keyof typeof templates;
export type TemplateProps<T extends TemplateName> = Parameters<(typeof templates)[T]>[0];

/** The notification type (section 3) that a member can switch off; other mails are about the account and always come. */
export const switchedOffBy: { readonly [T in TemplateName]?: NotificationType } = {
  'new-message': 'new_messages',
  'new-like': 'like',
  match: 'like',
};
