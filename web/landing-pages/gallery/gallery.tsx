import { castOf } from '#contract/lists/landing-cast.ts';
import { pictureOf } from '#web/drawings/cast.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconArrowRight } from '#web/ui/icons.ts';
import { DesignForm } from '../design-form.tsx';
import { DesignPage, LandingOffer } from '../design-frame.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import { PersonLabel, Picture } from '../portrait.tsx';
import island from './gallery.island.ts?worker&url';
import styles from './gallery.module.css';

export const load = landingLoad('gallery');
export const handle = landingHandle;

/** The year on the plates is fixed, so that server and browser always render the same page. */
const YEAR = '2026';

export default function GalleryLanding() {
  const { t } = useTranslation('landing_designs');
  const landing = useLanding('gallery');
  const portraits = castOf(landing.niche, landing.lander).slice(0, 6);
  return (
    <DesignPage landing={landing} island={island} className={styles['museum']}>
      <div className={styles['hall']}>
        <ol
          className={styles['walk']}
          data-walk=""
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be focusable
          tabIndex={0}
          aria-label={t('gallery.title').replace(/<\/?em>/g, '')}
        >
          <li className={styles['text']}>
            <p className={styles['collection']}>
              <Stressed text={t('gallery.title')} />
            </p>
            <h1>
              <Stressed text={landing.headline} />
            </h1>
            <p className={styles['lead']}>{landing.lead}</p>
            <a href="#own" className={styles['skip']}>
              {landing.button}
              <IconArrowRight size={18} aria-hidden="true" />
            </a>
          </li>
          {portraits.map((example, place) => (
            <li key={example.name} className={styles['work']} data-work="" suppressHydrationWarning>
              <div className={styles['frame']}>
                <Picture src={pictureOf(example)} eager={place < 2} />
                <PersonLabel person={{ profile: null }} />
              </div>
              <p className={styles['plate']}>
                <b>
                  {example.name}, {example.age}
                </b>
                {t('gallery.plate', { year: YEAR })}
              </p>
            </li>
          ))}
          <li className={styles['exit']} id="own">
            <div className={styles['empty']} aria-hidden="true">
              <span>?</span>
            </div>
            <div className={styles['own']}>
              <h2>{t('gallery.exit')}</h2>
              <p>{t('gallery.exit_text')}</p>
              <DesignForm landing={landing} />
              <LandingOffer landing={landing} />
            </div>
          </li>
        </ol>
        <button type="button" data-on="" className={styles['on']} aria-label={t('gallery.on')}>
          <IconArrowRight size={26} />
        </button>
      </div>
    </DesignPage>
  );
}
