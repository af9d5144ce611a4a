import { PauseNote } from '#web/credits/checkout/pause-note.tsx';
import { Heading } from '#web/credits/heading.tsx';
import { LoadingOrError } from '#web/credits/loading-or-error.tsx';
import { DiscountBanner } from '#web/credits/offers/discount-banner.tsx';
import { DiscountEntry } from '#web/credits/offers/discount-entry.tsx';
import { loadShop, useShop } from '#web/credits/use-shop.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { redirect } from '#web/router/redirect.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useSettings } from '#web/session/use-session.ts';
import { IconChecks, IconCrown, IconFilter, IconMessage, IconPhotos, IconUpload } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { Assurance } from './assurance.tsx';
import { MethodsStrip } from './methods-strip.tsx';
import { PackageGrid, PackageGridSkeleton } from './package-grid.tsx';
import styles from './premium.module.css';

export const load: ScreenLoad = (screen) => {
  // One purchase makes a member premium permanently. Premium members buy at /credits.
  if (screen.requireUser().paid_user) throw redirect(`/credits${screen.url.search}`);
  return loadShop(screen);
};
export const handle = { i18n: ['credits'] };

export default function Premium() {
  const { t } = useTranslation('credits');
  return (
    <Page title={t('premium.title')} heading={null}>
      <header className={styles['hero']}>
        <div>
          <IconCrown size={44} aria-hidden="true" />
          <h1>
            <Heading t={t} text="premium.heading" />
          </h1>
          <p>{t('premium.lead')}</p>
        </div>
        <Advantages />
      </header>
      <Offer />
    </Page>
  );
}

function Advantages() {
  const { t } = useTranslation('credits');
  const { free_conversations, premium_photos } = useSettings();
  const advantages = [
    { icon: <IconPhotos size={22} />, title: t('premium.photos'), text: t('premium.photos_text') },
    {
      icon: <IconMessage size={22} />,
      title: t('premium.conversations'),
      text: t('premium.conversations_text', { count: free_conversations }),
    },
    {
      icon: <IconUpload size={22} />,
      title: t('premium.upload', { count: premium_photos }),
      text: t('premium.upload_text'),
    },
    { icon: <IconChecks size={22} />, title: t('premium.read'), text: t('premium.read_text') },
    { icon: <IconFilter size={22} />, title: t('premium.filters'), text: t('premium.filters_text') },
    { icon: <IconCrown size={22} />, title: t('premium.forever'), text: t('premium.forever_text') },
  ];
  return (
    <ul className={styles['advantages']} aria-label={t('premium.advantages')}>
      {advantages.map(({ icon, title, text }) => (
        <li key={title}>
          <span aria-hidden="true">{icon}</span>
          <strong>{title}</strong>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

function Offer() {
  const { t } = useTranslation('credits');
  const { loaded, packages, code } = useShop();
  return (
    <section className={styles['offer']} aria-labelledby="offer">
      <h2 id="offer">{t('premium.choose')}</h2>
      <PauseNote />
      {packages && !code && <DiscountBanner packages={packages.packages} />}
      {packages ? (
        <PackageGrid packages={packages.packages} code={code} to={(id) => `/credits/${id}`} />
      ) : (
        <LoadingOrError query={loaded}>
          <PackageGridSkeleton />
        </LoadingOrError>
      )}
      {packages && (
        <>
          <DiscountEntry code={code} />
          <MethodsStrip packages={packages} />
          <Assurance />
        </>
      )}
    </section>
  );
}
