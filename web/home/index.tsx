import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { countryOfVisitor } from '#web/place/country-of-visitor.ts';
import { redirect } from '#web/router/redirect.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useSettings } from '#web/session/use-session.ts';
import { IconCheck } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import { facesQuery } from './faces-query.ts';
import { Faces } from './faces.tsx';
import { Honesty } from './honesty.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Languages } from './languages.tsx';
import { nicheQuery } from './niche-query.ts';
import { Price } from './price.tsx';
import { SiteData } from './site-data.tsx';
import { firstSought, StartForm } from './start-form.tsx';
import styles from './landing.module.css';

export const load: ScreenLoad = ({ user, settings, locale, prefetch }) =>
  user
    ? redirect('/members')
    : Promise.all([
        prefetch(facesQuery(countryOfVisitor(settings), firstSought(settings))),
        settings.niche === 1 ? null : prefetch(nicheQuery(locale)),
      ]);

// The page works without scripts, so the app only loads on the first interaction (docs/product.md 15.1).
export const handle = { i18n: ['home'], deferScripts: true };

export default function Index() {
  const { t } = useTranslation('home');
  const settings = useSettings();
  const { description, refund_days, min_age, niche } = settings;
  // On a site with a niche, the page begins with the text of the niche's landing pages.
  const { data: own } = useQuery({ ...nicheQuery(useLocale()), enabled: niche !== 1 });
  const { headline, lead } = own ?? { headline: t('headline'), lead: t('lead') };
  const [sought, setSought] = useState(firstSought(settings));
  const { data: faces = [] } = useQuery({
    ...facesQuery(countryOfVisitor(settings), sought),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title={null} description={description || lead} isPublic />
      <section className={styles['hero']}>
        <div className={styles['pitch']}>
          <h1>
            <Stressed text={headline} />
          </h1>
          <p className={styles['lead']}>{lead}</p>
          <StartForm onSought={setSought} />
          <ul className={styles['small']}>
            {[
              t('promise.age', { age: min_age }),
              t('promise.label'),
              t('promise.refund', { count: refund_days }),
            ].map((promise) => (
              <li key={promise}>
                <IconCheck size={16} stroke={2.5} aria-hidden="true" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <Faces faces={faces} />
      </section>
      <HowItWorks />
      <Price />
      <Honesty />
      <Languages />
      <SiteData />
      <section className={styles['last']}>
        <h2>
          <Stressed text={t('last.title')} />
        </h2>
        <StartForm short />
      </section>
    </>
  );
}
