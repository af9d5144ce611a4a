import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import {
  IconBeach,
  IconBike,
  IconBook,
  IconBrush,
  IconChefHat,
  IconCoffee,
  IconConfetti,
  IconGlass,
  IconMovie,
  IconMusic,
  IconPaw,
  IconPlane,
  IconUser,
} from '#web/ui/icons.ts';
import { DesignForm } from '../design-form.tsx';
import { DesignPage, LandingOffer } from '../design-frame.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import island from './icons.island.ts?worker&url';
import styles from './icons.module.css';

export const load = landingLoad('iconslanding');
export const handle = landingHandle;

const choices = [
  ['music', IconMusic],
  ['travelling', IconPlane],
  ['cooking', IconChefHat],
  ['reading', IconBook],
  ['dancing', IconConfetti],
  ['biking', IconBike],
  ['animals', IconPaw],
  ['wine', IconGlass],
  ['beach', IconBeach],
  ['art', IconBrush],
  ['coffee', IconCoffee],
  ['movies', IconMovie],
] as const;

export default function IconsLanding() {
  const { t } = useTranslation('landing_designs');
  const landing = useLanding('iconslanding');
  return (
    <DesignPage landing={landing} island={island} className={styles['page']}>
      <div className={styles['row']}>
        <div className={styles['choose']}>
          <p className={styles['kicker']}>{landing.headline.replace(/<\/?em>/g, '')}</p>
          <h1>
            <Stressed text={t('icons.title')} />
          </h1>
          <p className={styles['text']}>{t('icons.text')}</p>
          <div className={styles['icons']} role="group" aria-label={t('icons.empty')}>
            {choices.map(([interest, Icon]) => (
              <label key={interest}>
                <input type="checkbox" name="interests" value={interest} form="icons" data-interest="" />
                <Icon size={34} stroke={1.5} aria-hidden="true" />
                <span>{t(`interest.${interest}`)}</span>
              </label>
            ))}
          </div>
        </div>
        <div className={styles['you']}>
          <article className={styles['card']} data-you="" suppressHydrationWarning>
            <div className={styles['picture']} aria-hidden="true">
              <IconUser size={110} stroke={1} />
              {choices.map(([interest, Icon], place) => (
                <i
                  key={interest}
                  data-trait={interest}
                  hidden
                  style={{ '--turn': `${place * 30}deg` }}
                  suppressHydrationWarning
                >
                  <Icon size={26} stroke={1.75} />
                </i>
              ))}
            </div>
            <h2>{t('icons.you')}</h2>
            <p className={styles['nothing']}>{t('icons.empty')}</p>
            <ul>
              {choices.map(([interest]) => (
                <li key={interest} data-trait={interest} hidden suppressHydrationWarning>
                  {t(`interest.${interest}`)}
                </li>
              ))}
            </ul>
          </article>
          <DesignForm landing={landing} id="icons" />
          <p className={styles['kept']}>{t('icons.kept')}</p>
          <LandingOffer landing={landing} />
        </div>
      </div>
    </DesignPage>
  );
}
