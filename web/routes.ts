import { designPath, landingDesignNames, landingDesigns } from '#contract/lists/landing-designs.ts';
import { officeRoutes } from '../office/routes.ts';
import { type RouteEntry, routesIn } from './router/define-routes.ts';

const { layout, screen } = routesIn('web');

const designScreens = (frame: 'landing-page' | 'empty') =>
  landingDesignNames
    .filter((design) => landingDesigns[design].frame === frame)
    .map((design) => {
      const { folder, takesSlug } = landingDesigns[design];
      const path = designPath(design, ':id').slice(1);
      const id = path.replaceAll('/', '-').replace(':', '');
      return screen(`${path}${takesSlug ? '/:slug?' : ''}`, `landing-pages/${folder}/${design}.tsx`, id);
    });

/** Screens of visitors and members. Locale prefixes are added by the router and not part of a path. */
const siteRoutes: RouteEntry[] = [
  layout('layout/default.tsx', 'layout-default', [
    screen('', 'home/index.tsx', 'index'),
    screen('members', 'members/search.tsx', 'members'),
    screen('members/:id', 'members/profile.tsx', 'members-id'),
    screen('today', 'members/today/today.tsx', 'today'),
    screen('saved-searches', 'members/saved/saved-searches.tsx', 'saved-searches'),
    screen('verification', 'verification/verification.tsx', 'verification'),
    screen('age-check', 'age-check/age-check.tsx', 'age-check'),
    screen('activity', 'activity/activity.tsx', 'activity'),
    screen('likes', 'likes/overview.tsx', 'likes'),
    screen('likes/:type', 'likes/list.tsx', 'likes-type'),
    screen('likes/m/:id', 'members/profile.tsx', 'likes-m-id'),
    screen('credits', 'credits/shop/packages.tsx', 'credits'),
    screen('credits/repeat-order', 'credits/checkout/repeat-order.tsx', 'credits-repeat-order'),
    screen('credits/:id/:paymentmethod?', 'credits/checkout/payment-method.tsx', 'credits-id-paymentmethod'),
    screen('directdebit', 'credits/checkout/direct-debit.tsx', 'directdebit'),
    screen('transactions/:id?', 'credits/orders/transaction.tsx', 'transactions'),
    screen('withdraw', 'credits/withdraw/withdraw.tsx', 'withdraw'),
    screen('premium', 'credits/shop/premium.tsx', 'premium'),
    screen('pricing', 'credits/shop/pricing.tsx', 'pricing'),
    screen('profile/:section?', 'profile/my-profile.tsx', 'profile'),
    screen('notifications/:section?', 'settings/settings.tsx', 'notifications'),
    screen('who-may-write', 'settings/contact/who-may-write.tsx', 'who-may-write'),
    screen('acquaintances', 'settings/acquaintances/acquaintances.tsx', 'acquaintances'),
    screen('photo-access', 'photos/access/photo-access.tsx', 'photo-access'),
    screen('who-can-see-me', 'settings/who-can-see-me/who-can-see-me.tsx', 'who-can-see-me'),
    screen('login', 'login/login.tsx', 'login'),
    screen('signup', 'signup/signup.tsx', 'signup'),
    screen('complete-signup', 'signup/return/complete-signup.tsx', 'complete-signup'),
    screen('signup-matches', 'signup/signup-matches.tsx', 'signup-matches'),
    screen('reset-password', 'login/reset-password.tsx', 'reset-password'),
    screen('reset-password/do', 'login/reset-password-do.tsx', 'reset-password-do'),
    screen('activate/done', 'signup/return/activate-done.tsx', 'activate-done'),
    screen('activate/error', 'signup/return/activate-error.tsx', 'activate-error'),
    screen('mail-change/do', 'settings/mail-change.tsx', 'mail-change-do'),
    screen('account-deleted', 'settings/account-deleted.tsx', 'account-deleted'),
    screen('complaints', 'complaints/complaints.tsx', 'complaints'),
    screen('support', 'support/support.tsx', 'support'),
    screen('support/link', 'support/thread.tsx', 'support-link'),
    screen('support/:id', 'support/thread.tsx', 'support-id'),
    screen('safety', 'safety/safety.tsx', 'safety'),
    screen('share-date', 'safety/share-date.tsx', 'share-date'),
    screen('transparency', 'transparency/transparency.tsx', 'transparency'),
    screen('appeal', 'complaints/appeal.tsx', 'appeal'),
    screen('lang-config', 'language/lang-config.tsx', 'lang-config'),
    screen('match-finder', 'match-finder/match-finder.tsx', 'match-finder'),
    screen('swipe-game', 'swipe-game/swipe-game.tsx', 'swipe-game'),
    screen('pages/:token', 'static-pages/static-page.tsx', 'pages'),
    screen(':token', 'static-pages/operator-page.tsx', 'token'),
  ]),
  layout('layout/chat.tsx', 'layout-chat', [
    layout('chat/frame.tsx', 'chat-frame', [
      screen('chats', 'chat/list/chats.tsx', 'chats'),
      screen('chats/:id', 'chat/conversation.tsx', 'chats-id'),
      screen('members/:id/chat', 'chat/with-member.tsx', 'members-id-chat'),
    ]),
  ]),
  layout('layout/landing-page.tsx', 'layout-landing-page', [...designScreens('landing-page')]),
  layout('layout/empty.tsx', 'layout-empty', [
    ...designScreens('empty'),
    screen('shared-date', 'safety/shared-date.tsx', 'shared-date'),
    screen('check-in', 'safety/check-in.tsx', 'check-in'),
    screen('partners/:token', 'traffic/partner-figures.tsx', 'partners-token'),
  ]),
  screen('*', 'errors/not-found.tsx', 'not-found'),
];

/** Browsers load the routes of the office only when they show it. */
export const routes = { site: siteRoutes, office: officeRoutes };
