import { existsSync } from 'node:fs';
import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';

/** A screen of section 2. `id` is its route name there. A screen whose file is not there yet has no route. */
const screen = (path: string, file: string, id: string): RouteConfigEntry[] => (existsSync(new URL(file, import.meta.url)) ? [route(path, file, { id })] : []);

/** The routes of section 2, in its order. Locale prefixes are the router's basename and stand in no path. */
export default [
  layout('layout/default.tsx', [
    index('home/index.tsx', { id: 'index' }),
    ...screen('members', 'members/search.tsx', 'members'),
    ...screen('members/:id', 'members/profile.tsx', 'members-id'),
    ...screen('likes', 'likes/overview.tsx', 'likes'),
    ...screen('likes/:type', 'likes/list.tsx', 'likes-type'),
    ...screen('likes/m/:id', 'members/profile.tsx', 'likes-m-id'),
    ...screen('credits', 'credits/shop/packages.tsx', 'credits'),
    ...screen('credits/repeat-order', 'credits/checkout/repeat-order.tsx', 'credits-repeat-order'),
    ...screen('credits/:id/:paymentmethod?', 'credits/checkout/payment-method.tsx', 'credits-id-paymentmethod'),
    ...screen('directdebit', 'credits/checkout/direct-debit.tsx', 'directdebit'),
    ...screen('transactions/:id?', 'credits/orders/transaction.tsx', 'transactions'),
    ...screen('withdraw', 'credits/withdraw/withdraw.tsx', 'withdraw'),
    ...screen('premium', 'credits/shop/premium.tsx', 'premium'),
    ...screen('pricing', 'credits/shop/pricing.tsx', 'pricing'),
    ...screen('profile', 'profile/my-profile.tsx', 'profile'),
    ...screen('notifications', 'settings/settings.tsx', 'notifications'),
    ...screen('login', 'login/login.tsx', 'login'),
    ...screen('signup', 'signup/signup.tsx', 'signup'),
    ...screen('complete-signup', 'signup/return/complete-signup.tsx', 'complete-signup'),
    ...screen('signup-matches', 'signup/signup-matches.tsx', 'signup-matches'),
    ...screen('reset-password', 'login/reset-password.tsx', 'reset-password'),
    ...screen('reset-password/do', 'login/reset-password-do.tsx', 'reset-password-do'),
    ...screen('activate/done', 'signup/return/activate-done.tsx', 'activate-done'),
    ...screen('activate/error', 'signup/return/activate-error.tsx', 'activate-error'),
    ...screen('mail-change/do', 'settings/mail-change.tsx', 'mail-change-do'),
    ...screen('account-deleted', 'settings/account-deleted.tsx', 'account-deleted'),
    ...screen('complaints', 'complaints/complaints.tsx', 'complaints'),
    ...screen('lang-config', 'language/lang-config.tsx', 'lang-config'),
    ...screen('match-finder', 'match-finder/match-finder.tsx', 'match-finder'),
    ...screen('swipe-game', 'swipe-game/swipe-game.tsx', 'swipe-game'),
    ...screen('pages/:page', 'static-pages/static-page.tsx', 'pages'),
    ...screen(':token', 'pages/operator-page.tsx', 'token'),
  ]),
  layout('layout/chat.tsx', [
    layout('chat/frame.tsx', [
      ...screen('chats', 'chat/list/chats.tsx', 'chats'),
      ...screen('chats/:id', 'chat/conversation.tsx', 'chats-id'),
      ...screen('members/:id/chat', 'chat/with-member.tsx', 'members-id-chat'),
    ]),
  ]),
  layout('layout/lander.tsx', [
    ...screen('members/:id/landing', 'landing-pages/member-landing.tsx', 'members-id-landing'),
    ...screen('members/:id/landing2/:slug?', 'landing-pages/member-landing2.tsx', 'members-id-landing2'),
    ...screen('members/:id/landing3/:slug?', 'landing-pages/member-landing3.tsx', 'members-id-landing3'),
    ...screen('landers/:lander/:slug?', 'landing-pages/lander.tsx', 'landers'),
  ]),
  layout('layout/empty.tsx', [
    ...screen('members/:id/signup', 'landing-pages/member-signup.tsx', 'members-id-signup'),
    ...screen('admin/login', 'back-office/operator-login.tsx', 'admin-login'),
    ...screen('admin/photos', 'back-office/review/inspection.tsx', 'admin-photos'),
    ...screen('admin/payments', 'back-office/payments/payments.tsx', 'admin-payments'),
    ...screen('admin/payments/:id', 'back-office/payments/payment.tsx', 'admin-payments-id'),
    ...screen('admin/chat-images', 'back-office/review/chat-images.tsx', 'admin-chat-images'),
    ...screen('admin/complaints', 'back-office/review/queue.tsx', 'admin-complaints'),
  ]),
  route('manifest.webmanifest', 'site/web-manifest.ts'),
  route('robots.txt', 'site/robots.ts'),
  route('sitemap.xml', 'site/sitemap.ts'),
  route('*', 'errors/not-found.tsx', { id: 'not-found' }),
] satisfies RouteConfig;
