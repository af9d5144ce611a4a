import type { OfficeCallName } from '#contract/calls.ts';
import type { OfficeTasks } from '#contract/office/tasks.ts';

/**
 * A menu entry, visible to operators who may make its call. `text` is a key of the namespace `office/frame`.
 */
interface Entry {
  to: string;
  text: string;
  group: 'queues' | 'people' | 'money' | 'desk' | 'texts' | 'office';
  call: OfficeCallName;
  waiting?: keyof OfficeTasks;
}

/** In display order. */
export const menuEntries: readonly Entry[] = [
  {
    to: '/admin/complaints',
    text: 'menu.complaints',
    group: 'queues',
    call: 'adminComplaints',
    waiting: 'complaints',
  },
  {
    to: '/admin/complaint-list',
    text: 'menu.complaint_list',
    group: 'queues',
    call: 'adminComplaintList',
  },
  { to: '/admin/appeals', text: 'menu.appeals', group: 'queues', call: 'adminAppeals', waiting: 'appeals' },
  { to: '/admin/photos', text: 'menu.photos', group: 'queues', call: 'adminPhotos', waiting: 'photos' },
  { to: '/admin/photo-list', text: 'menu.photo_list', group: 'queues', call: 'adminPhotoList' },
  {
    to: '/admin/conversation-list',
    text: 'menu.conversation_list',
    group: 'queues',
    call: 'adminConversationList',
  },
  {
    to: '/admin/voice-intros',
    text: 'menu.voice_intros',
    group: 'queues',
    call: 'adminVoiceIntros',
    waiting: 'voice_intros',
  },
  {
    to: '/admin/verifications',
    text: 'menu.verifications',
    group: 'queues',
    call: 'adminVerifications',
    waiting: 'verifications',
  },
  {
    to: '/admin/age-checks',
    text: 'menu.age_checks',
    group: 'queues',
    call: 'adminAgeChecks',
    waiting: 'age_checks',
  },
  {
    to: '/admin/chat-images',
    text: 'menu.chat_images',
    group: 'queues',
    call: 'adminChatImages',
    waiting: 'chat_images',
  },
  { to: '/admin/texts', text: 'menu.texts', group: 'queues', call: 'adminTexts', waiting: 'texts' },
  {
    to: '/admin/trusted-flaggers',
    text: 'menu.trusted_flaggers',
    group: 'office',
    call: 'trustedFlaggers',
  },
  { to: '/admin/sign-up-rules', text: 'menu.sign_up_rules', group: 'office', call: 'signUpRules' },
  {
    to: '/admin/transparency',
    text: 'menu.transparency',
    group: 'office',
    call: 'adminTransparency',
  },
  {
    to: '/admin/held-accounts',
    text: 'menu.held_accounts',
    group: 'queues',
    call: 'adminHeldAccounts',
    waiting: 'held_accounts',
  },
  { to: '/admin/desk', text: 'menu.desk', group: 'desk', call: 'desk', waiting: 'desk' },
  { to: '/admin/desk-board', text: 'menu.desk_board', group: 'desk', call: 'deskBoard' },
  { to: '/admin/desk-reviews', text: 'menu.desk_reviews', group: 'desk', call: 'deskReviews' },
  { to: '/admin/desk-scores', text: 'menu.desk_scores', group: 'desk', call: 'deskScores' },
  { to: '/admin/desk-statement', text: 'menu.desk_statement', group: 'desk', call: 'deskStatement' },
  { to: '/admin/desk-replies', text: 'menu.desk_replies', group: 'desk', call: 'deskReplies' },
  {
    to: '/admin/fictional-profiles',
    text: 'menu.fictional_profiles',
    group: 'desk',
    call: 'fictionalProfiles',
  },
  { to: '/admin/cam-listings', text: 'menu.cam_listings', group: 'desk', call: 'fictionalProfiles' },
  { to: '/admin/icebreakers', text: 'menu.icebreakers', group: 'desk', call: 'adminIcebreakers' },
  { to: '/admin/support', text: 'menu.support', group: 'people', call: 'adminSupport', waiting: 'support' },
  { to: '/admin/members', text: 'menu.members', group: 'people', call: 'adminMembers' },
  { to: '/admin/invitations', text: 'menu.invitations', group: 'people', call: 'adminInvitations' },
  { to: '/admin/referrals', text: 'menu.referrals', group: 'people', call: 'adminReferrals' },
  {
    to: '/admin/worklist',
    text: 'menu.worklist',
    group: 'money',
    call: 'adminMoneyWork',
    waiting: 'refunds',
  },
  { to: '/admin/payments', text: 'menu.payments', group: 'money', call: 'adminPayments' },
  { to: '/admin/prices', text: 'menu.prices', group: 'money', call: 'adminCatalogue' },
  { to: '/admin/gifts', text: 'menu.gifts', group: 'money', call: 'adminGifts' },
  { to: '/admin/books', text: 'menu.books', group: 'money', call: 'adminBooks' },
  { to: '/admin/partners', text: 'menu.partners', group: 'money', call: 'adminPartners' },
  { to: '/admin/today', text: 'menu.today', group: 'office', call: 'adminToday' },
  { to: '/admin/figures', text: 'menu.figures', group: 'office', call: 'adminFigures' },
  { to: '/admin/operations', text: 'menu.operations', group: 'office', call: 'adminOperations' },
  { to: '/admin/campaigns', text: 'menu.campaigns', group: 'office', call: 'adminCampaigns' },
  { to: '/admin/tokens', text: 'menu.tokens', group: 'office', call: 'adminTokens' },
  { to: '/admin/webhooks', text: 'menu.webhooks', group: 'office', call: 'adminWebhooks' },
  { to: '/admin/pages', text: 'menu.pages', group: 'texts', call: 'adminPages' },
  { to: '/admin/landing-slugs', text: 'menu.landing_slugs', group: 'texts', call: 'adminSlugs' },
  { to: '/admin/mails', text: 'menu.mails', group: 'texts', call: 'adminMails' },
  { to: '/admin/announcements', text: 'menu.announcements', group: 'texts', call: 'adminAnnouncements' },
  { to: '/admin/experiments', text: 'menu.experiments', group: 'texts', call: 'adminExperiments' },
  { to: '/admin/mail-series', text: 'menu.mail_series', group: 'texts', call: 'adminMailSeries' },
  { to: '/admin/sites', text: 'menu.sites', group: 'office', call: 'adminSites' },
  { to: '/admin/settings', text: 'menu.settings', group: 'office', call: 'adminSettings' },
  { to: '/admin/roles', text: 'menu.roles', group: 'office', call: 'adminRoles' },
  { to: '/admin/operators', text: 'menu.operators', group: 'office', call: 'adminOperators' },
  { to: '/admin/audit', text: 'menu.audit', group: 'office', call: 'adminAudit' },
];
