import type { Role } from '#contract/enums.ts';
import type { OfficeTasks } from '#contract/office.ts';

/** An entry of the back office's menu: seen by the roles named, and by owners. `texts` are keys of the namespace `back_office`. */
interface Entry {
  to: string;
  text: string;
  group: 'queues' | 'people' | 'money' | 'desk' | 'texts' | 'office';
  roles: readonly Role[];
  /** Shows beside it how many wait. */
  waiting?: keyof OfficeTasks;
}

/** The whole menu, in its order. A new screen is a line here and a route. */
export const entries: readonly Entry[] = [
  { to: '/admin/complaints', text: 'menu.complaints', group: 'queues', roles: ['moderator', 'support'], waiting: 'complaints' },
  { to: '/admin/appeals', text: 'menu.appeals', group: 'queues', roles: ['moderator'], waiting: 'appeals' },
  { to: '/admin/photos', text: 'menu.photos', group: 'queues', roles: ['moderator'], waiting: 'photos' },
  { to: '/admin/verifications', text: 'menu.verifications', group: 'queues', roles: ['moderator'], waiting: 'verifications' },
  { to: '/admin/chat-images', text: 'menu.chat_images', group: 'queues', roles: ['moderator'], waiting: 'chat_images' },
  { to: '/admin/texts', text: 'menu.texts', group: 'queues', roles: ['moderator'], waiting: 'texts' },
  { to: '/admin/desk', text: 'menu.desk', group: 'desk', roles: ['writer'] },
  { to: '/admin/fictional-profiles', text: 'menu.fictional_profiles', group: 'desk', roles: ['writer'] },
  { to: '/admin/cam-listings', text: 'menu.cam_listings', group: 'desk', roles: ['writer'] },
  { to: '/admin/icebreakers', text: 'menu.icebreakers', group: 'desk', roles: ['writer'] },
  { to: '/admin/members', text: 'menu.members', group: 'people', roles: ['moderator', 'support', 'finance'] },
  { to: '/admin/worklist', text: 'menu.worklist', group: 'money', roles: ['finance'], waiting: 'refunds' },
  { to: '/admin/payments', text: 'menu.payments', group: 'money', roles: ['finance'] },
  { to: '/admin/prices', text: 'menu.prices', group: 'money', roles: ['finance'] },
  { to: '/admin/gifts', text: 'menu.gifts', group: 'money', roles: ['finance'] },
  { to: '/admin/books', text: 'menu.books', group: 'money', roles: ['finance'] },
  { to: '/admin/figures', text: 'menu.figures', group: 'office', roles: ['finance'] },
  { to: '/admin/tokens', text: 'menu.tokens', group: 'office', roles: ['moderator', 'support', 'finance'] },
  { to: '/admin/webhooks', text: 'menu.webhooks', group: 'office', roles: [] },
  { to: '/admin/pages', text: 'menu.pages', group: 'texts', roles: ['editor'] },
  { to: '/admin/landing-slugs', text: 'menu.landing_slugs', group: 'texts', roles: ['editor'] },
  { to: '/admin/mails', text: 'menu.mails', group: 'texts', roles: ['editor'] },
  { to: '/admin/announcements', text: 'menu.announcements', group: 'texts', roles: ['editor'] },
  { to: '/admin/sites', text: 'menu.sites', group: 'office', roles: [] },
  { to: '/admin/settings', text: 'menu.settings', group: 'office', roles: ['finance'] },
  { to: '/admin/operators', text: 'menu.operators', group: 'office', roles: [] },
  { to: '/admin/audit', text: 'menu.audit', group: 'office', roles: [] },
];
