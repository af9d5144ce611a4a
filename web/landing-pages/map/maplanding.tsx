import { useQuery } from '@tanstack/react-query';
import { useFormats } from '#web/i18n/format.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { DesignForm } from '../design-form.tsx';
import { DesignPage, LandingOffer } from '../design-frame.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import island from './map.island.ts?worker&url';
import styles from './map.module.css';

const townsQuery = { ...callQuery('towns'), staleTime: Infinity };

export const load = landingLoad('maplanding', ({ ensure }) => ensure(townsQuery));
export const handle = landingHandle;

export default function MapLanding() {
  const { t } = useTranslation('landing_designs');
  const { country: nameOf } = useFormats();
  const landing = useLanding('maplanding');
  const { data: map } = useQuery(townsQuery);
  if (!map) return null;
  const { width, height, dots, towns, country } = map;
  return (
    <DesignPage landing={landing} island={island} className={styles['page']}>
      <div className={styles['row']}>
        <fieldset className={styles['map']} style={{ aspectRatio: `${width} / ${height}` }}>
          <legend className="visually-hidden">
            {t('map.choose')} · {nameOf(country)}
          </legend>
          <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            {dots.map(({ radius, path }) => (
              <path key={radius} d={path} strokeWidth={radius * 2} />
            ))}
          </svg>
          {towns.map((town) => (
            <label
              key={town.name}
              style={{ left: `${(town.x / width) * 100}%`, top: `${(town.y / height) * 100}%` }}
              data-side={town.x > width * 0.68 ? 'left' : undefined}
            >
              <input type="radio" name="city" value={town.name} form="map" data-town={town.region} />
              <span>{town.name}</span>
            </label>
          ))}
        </fieldset>
        <div className={styles['words']}>
          <p className={styles['kicker']}>{landing.headline.replace(/<\/?em>/g, '')}</p>
          <h1>
            <Stressed text={t('map.title')} />
          </h1>
          <p className={styles['lead']}>{t('map.text')}</p>
          <p
            className={styles['chosen']}
            aria-live="polite"
            data-chosen={t('map.chosen', { town: '{town}' })}
            suppressHydrationWarning
          >
            {t('map.choose')}
          </p>
          <DesignForm landing={landing} id="map">
            <input type="hidden" name="country" value={country} />
            <input type="hidden" name="region" defaultValue="" data-region="" suppressHydrationWarning />
          </DesignForm>
          <LandingOffer landing={landing} />
          <p className={styles['source']}>{t('map.source')}</p>
        </div>
      </div>
    </DesignPage>
  );
}
