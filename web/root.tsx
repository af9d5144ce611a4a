import './theme/tokens.css';
import './theme/fonts.css';
import './theme/base.css';
import { localePath } from '#contract/lists/locales.ts';
import { LiveSession } from '#web/layout/live-session.tsx';
import { useAssets } from '#web/page/page-assets.ts';
import { usePage } from '#web/page/page.tsx';
import type { Shown } from '#web/router/navigation.ts';
import { Screens } from '#web/router/screens.tsx';
import { UnsentMessages } from './chat/outbox/unsent-messages.tsx';
import { TimeBonusReminder } from './credits/offers/time-bonus.tsx';
import { CreditArrivals } from './credits/orders/arrivals.ts';
import { ErrorPage } from './errors/error-page.tsx';
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

/** The whole document, with the screens of the place that is shown. */
export function Root({ matches, failure }: Pick<Shown, 'matches' | 'failure'>) {
  const { locale, theme, deferScripts } = usePage();
  const { styles, modules } = useAssets();
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
        {fontPreloads.map((font) => (
          <link key={font.href} {...font} />
        ))}
        <link rel="icon" href="/icons/64.png" type="image/png" />
        <link rel="apple-touch-icon" href="/icons/apple.png" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {!deferScripts && modules.map((href) => <link key={href} rel="modulepreload" href={href} />)}
      </head>
      <body>
        <LoadingBar />
        <Screens matches={matches} failure={failure} errorPage={<ErrorPage />} />
        <RouteFocus />
        <Toasts />
        <CarrySource />
        <LiveSession />
        <CreditArrivals />
        <UnsentMessages />
        <WorkerSession />
        <ConnectionNotice />
        <TimeBonusReminder />
        <PageScripts />
      </body>
    </html>
  );
}
