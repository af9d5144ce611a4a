import './theme/tokens.css';
import './theme/fonts.css';
import './theme/base.css';
import { type ReactNode } from 'react';
import { Links, Outlet, ScrollRestoration } from 'react-router';
import { localePath } from '#contract/lists/locales.ts';
import { LiveSession } from '#web/layout/live-session.tsx';
import { usePage } from '#web/page/page.tsx';
import { UnsentMessages } from './chat/outbox/unsent-messages.tsx';
import { TimeBonusReminder } from './credits/offers/time-bonus.tsx';
import { CreditArrivals } from './credits/orders/arrivals.ts';
import { PageScripts } from './fast/page-scripts.tsx';
import { ConnectionNotice } from './installed-app/connection-notice.tsx';
import { WorkerSession } from './installed-app/worker-session.tsx';
import { RouteFocus } from './layout/route-focus.tsx';
import { useSettings } from './session/use-session.ts';
import { accentOf } from './theme/accents.ts';
import { fontPreloads } from './theme/font-preloads.ts';
import { CarrySource } from './traffic/carry-source.ts';
import { LoadingBar } from './ui/loading-bar.tsx';
import { Toasts } from './ui/toasts.tsx';

export { ErrorPage as ErrorBoundary } from './errors/error-page.tsx';

export const links = () => [
  ...fontPreloads,
  { rel: 'icon', href: '/icons/64.png', type: 'image/png' },
  { rel: 'apple-touch-icon', href: '/icons/apple.png' },
];

export function Layout({ children }: { children: ReactNode }) {
  const { locale, theme } = usePage();
  const { name, theme: colors, accent } = useSettings();
  return (
    <html lang={locale} data-theme={theme ?? undefined} style={accentOf(accent)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="rating" content="RTA-5042-1996-1400-1577-RTA" />
        <meta name="theme-color" content={colors.day} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={colors.evening} media="(prefers-color-scheme: dark)" />
        {/* iOS reads these instead of the manifest. */}
        <meta name="apple-mobile-web-app-capable" content="yes" />
        <meta name="apple-mobile-web-app-title" content={name} />
        <meta name="apple-mobile-web-app-status-bar-style" content="default" />
        <link rel="manifest" href={localePath(locale, '/manifest.webmanifest')} />
        {/* The project's own style sheets need no nonce. A nonce would cause a hydration mismatch,
            because browsers hide it. */}
        <Links nonce="" />
      </head>
      <body>
        <LoadingBar />
        {children}
        <RouteFocus />
        <Toasts />
        <CarrySource />
        <LiveSession />
        <CreditArrivals />
        <UnsentMessages />
        <WorkerSession />
        <ConnectionNotice />
        <TimeBonusReminder />
        <ScrollRestoration />
        <PageScripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}
