import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { redirect } from 'react-router';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useSettings } from '#web/session/use-session.ts';
import { IconChecks, IconCrown, IconFilter, IconMessage, IconPhotos, IconUpload } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { Assurance } from './assurance.tsx';
import { DiscountBanner } from './offers/discount-banner.tsx';
import { DiscountEntry } from './offers/discount-entry.tsx';
import { Heading } from './heading.tsx';
import { MethodsStrip } from './methods-strip.tsx';
import { readOrderQuery, useOrderQuery } from './checkout/order-query.ts';
import { PackageGrid, PackageGridSkeleton } from './package-grid.tsx';
import { codeQuery, packagesQuery } from './queries.ts';
import { Waiting } from './waiting.tsx';
import styles from './premium.module.css';

const load: ScreenLoad = ({ prefetch, requireUser, url }) => {
  // Who bought once is premium for good and buys at /credits.
  if (requireUser().paid_user) throw redirect(`/credits${url.search}`);
  const { code } = readOrderQuery(url.searchParams);
  return Promise.all([prefetch(packagesQuery), code ? prefetch(codeQuery(code)) : null]);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['credits'] };

/** /premium: the packages, told by what the first purchase brings. For members who never bought. */
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
    { icon: <IconMessage size={22} />, title: t('premium.conversations'), text: t('premium.conversations_text', { count: free_conversations }) },
    { icon: <IconUpload size={22} />, title: t('premium.upload', { count: premium_photos }), text: t('premium.upload_text') },
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
  const { code: typed } = useOrderQuery();
  const loaded = useQuery(packagesQuery);
  const packages = loaded.data;
  const { data: code = null } = useQuery({ ...codeQuery(typed ?? ''), enabled: typed !== null });
  const active = packages?.packages.find(({ discount }) => discount)?.discount;
  return (
    <section className={styles['offer']} aria-labelledby="offer">
      <h2 id="offer">{t('premium.choose')}</h2>
      {active && !code && <DiscountBanner percentage={active.percentage} />}
      {packages ? (
        <PackageGrid packages={packages.packages} code={code} to={(id) => `/credits/${id}`} />
      ) : (
        <Waiting query={loaded}>
          <PackageGridSkeleton />
        </Waiting>
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
