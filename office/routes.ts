import { type RouteEntry, routesIn } from '#web/router/define-routes.ts';

const { layout, screen: route } = routesIn('office');

const screen = (path: string, file: string, id: string) => route(`admin${path}`, file, id);

/** All paths of the office, with the file and the name of each screen. */
export const officeRoutes: RouteEntry[] = [
  layout('web/layout/empty.tsx', 'office-signed-out', [
    screen('/login', 'staff/operator-login.tsx', 'admin-login'),
    screen('/second-step', 'staff/add-second-step.tsx', 'admin-second-step'),
  ]),
  layout('frame.tsx', 'office-frame', [
    layout('screens.tsx', 'office-screens', [
      screen('', 'home.tsx', 'admin'),

      screen('/complaints', 'moderation/complaints.tsx', 'admin-complaints'),
      screen('/complaint-list', 'moderation/complaint-list.tsx', 'admin-complaint-list'),
      screen('/complaint-list/:id', 'moderation/complaint-record.tsx', 'admin-complaint-list-id'),
      screen('/appeals', 'moderation/appeals.tsx', 'admin-appeals'),
      screen('/texts', 'moderation/flagged-texts.tsx', 'admin-texts'),
      screen('/trusted-flaggers', 'moderation/trusted-flaggers.tsx', 'admin-trusted-flaggers'),
      screen('/transparency', 'moderation/transparency.tsx', 'admin-transparency'),
      screen('/held-accounts', 'moderation/held-accounts.tsx', 'admin-held-accounts'),
      screen('/photos', 'photos/photo-queue.tsx', 'admin-photos'),
      screen('/photo-list', 'photos/photo-list.tsx', 'admin-photo-list'),
      screen('/conversation-list', 'chat/conversation-list.tsx', 'admin-conversation-list'),
      screen('/voice-intros', 'voice/voice-intro-queue.tsx', 'admin-voice-intros'),
      screen('/verifications', 'photos/verifications.tsx', 'admin-verifications'),
      screen('/age-checks', 'age-checks/age-check-queue.tsx', 'admin-age-checks'),
      screen('/chat-images', 'chat/chat-images.tsx', 'admin-chat-images'),

      screen('/desk', 'desk/desk.tsx', 'admin-desk'),
      screen('/desk/:id', 'desk/desk.tsx', 'admin-desk-id'),
      screen('/desk-board', 'desk/team/board.tsx', 'admin-desk-board'),
      screen('/desk-reviews', 'desk/quality/reviews.tsx', 'admin-desk-reviews'),
      screen('/desk-scores', 'desk/quality/scores.tsx', 'admin-desk-scores'),
      screen('/desk-statement', 'desk/team/statement.tsx', 'admin-desk-statement'),
      screen('/desk-replies', 'desk/replies/replies.tsx', 'admin-desk-replies'),
      screen('/fictional-profiles', 'desk/profiles/fictional-profiles.tsx', 'admin-fictional-profiles'),
      screen('/cam-listings', 'desk/profiles/cam-listings.tsx', 'admin-cam-listings'),
      screen('/icebreakers', 'chat/icebreakers.tsx', 'admin-icebreakers'),

      // One route, so that the inbox keeps its state when a thread opens.
      screen('/support/:id?', 'support/inbox.tsx', 'admin-support'),
      screen('/support-templates', 'support/templates.tsx', 'admin-support-templates'),
      screen('/members', 'membership/members.tsx', 'admin-members'),
      screen('/members/:id', 'membership/member.tsx', 'admin-members-id'),

      screen('/sign-up-rules', 'membership/sign-up-rules.tsx', 'admin-sign-up-rules'),
      screen('/invitations', 'membership/invitations.tsx', 'admin-invitations'),
      screen('/referrals', 'membership/referrals.tsx', 'admin-referrals'),

      screen('/worklist', 'payments/worklist.tsx', 'admin-worklist'),
      screen('/payments', 'payments/payments.tsx', 'admin-payments'),
      screen('/payments/:id', 'payments/payment.tsx', 'admin-payments-id'),
      screen('/code-uses', 'payments/code-uses.tsx', 'admin-code-uses'),
      screen('/prices', 'payments/prices.tsx', 'admin-prices'),
      screen('/books', 'payments/books.tsx', 'admin-books'),
      screen('/partners', 'traffic/partners.tsx', 'admin-partners'),
      screen('/gifts', 'chat/gifts.tsx', 'admin-gifts'),

      screen('/pages', 'static-pages/pages.tsx', 'admin-pages'),
      screen('/pages/:token', 'static-pages/page-editor.tsx', 'admin-pages-token'),
      screen('/landing-slugs', 'landing-pages/landing-slugs.tsx', 'admin-landing-slugs'),
      screen('/mails', 'texts/mails.tsx', 'admin-mails'),
      screen('/mails/:template', 'texts/mail-editor.tsx', 'admin-mails-template'),
      screen('/announcements', 'notifications/announcements.tsx', 'admin-announcements'),
      screen('/mail-series', 'notifications/series/mail-series.tsx', 'admin-mail-series'),
      screen('/experiments', 'experiments/experiments.tsx', 'admin-experiments'),
      screen('/experiments/:id', 'experiments/experiment.tsx', 'admin-experiments-id'),
      screen('/announcements/new', 'notifications/new-announcement.tsx', 'admin-announcements-new'),

      screen('/today', 'figures/today.tsx', 'admin-today'),
      screen('/figures', 'figures/figures.tsx', 'admin-figures'),
      screen('/operations', 'operations/operations.tsx', 'admin-operations'),
      screen('/campaigns', 'figures/campaigns.tsx', 'admin-campaigns'),
      screen('/tokens', 'staff/tokens.tsx', 'admin-tokens'),
      screen('/webhooks', 'webhooks/webhooks.tsx', 'admin-webhooks'),
      screen('/sites', 'site-settings/sites.tsx', 'admin-sites'),
      screen('/settings', 'site-settings/settings.tsx', 'admin-settings'),
      screen('/setting-history', 'site-settings/setting-history.tsx', 'admin-setting-history'),
      screen('/roles', 'staff/roles.tsx', 'admin-roles'),
      screen('/operators', 'staff/operators.tsx', 'admin-operators'),
      screen('/audit', 'audit/audit-log.tsx', 'admin-audit'),
    ]),
  ]),
];
