import { castOf } from '#contract/lists/landing-cast.ts';
import { pictureOf } from '#web/drawings/cast.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconHeart, IconReload, IconX } from '#web/ui/icons.ts';
import { DesignForm } from '../design-form.tsx';
import { DesignPage, LandingOffer } from '../design-frame.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import { PersonLabel, Picture } from '../portrait.tsx';
import island from './swipe.island.ts?worker&url';
import styles from './swipe.module.css';

export const load = landingLoad('tinderswipe');
export const handle = landingHandle;

export default function SwipeLanding() {
  const { t } = useTranslation('landing_designs');
  const landing = useLanding('tinderswipe');
  const deck = castOf(landing.niche, landing.lander).slice(0, 6);
  return (
    <DesignPage landing={landing} island={island} className={styles['page']}>
      <div className={styles['play']}>
        <div className={styles['words']}>
          <h1>
            <Stressed text={landing.headline} />
          </h1>
          <p className={styles['lead']}>{landing.lead}</p>
          <div className={styles['wide']}>
            <DesignForm landing={landing} />
            <LandingOffer landing={landing} />
          </div>
        </div>
        <section data-deck="" aria-label={t('swipe.label')} suppressHydrationWarning>
          <div className={styles['deck']}>
            <div className={styles['done']}>
              <h2>
                <Stressed text={t('swipe.done')} />
              </h2>
              <p>{t('swipe.done_text')}</p>
              <button type="button" data-throw="again">
                <IconReload size={18} aria-hidden="true" />
                {t('swipe.again')}
              </button>
            </div>
            {deck.toReversed().map((example, place) => (
              <article
                key={example.name}
                className={styles['card']}
                data-card={`${example.name}, ${example.age}`}
                suppressHydrationWarning
              >
                <Picture src={pictureOf(example)} eager={place >= deck.length - 2} />
                <PersonLabel person={{ profile: null }} />
                <b className={styles['yes']} aria-hidden="true">
                  {t('swipe.like')}
                </b>
                <b className={styles['no']} aria-hidden="true">
                  {t('swipe.pass')}
                </b>
                <p>
                  {example.name}, {example.age}
                </p>
              </article>
            ))}
          </div>
          <div className={styles['buttons']}>
            <button type="button" data-throw="pass" aria-label={t('swipe.pass')}>
              <IconX size={30} />
            </button>
            <button type="button" data-throw="like" aria-label={t('swipe.like')}>
              <IconHeart size={30} />
            </button>
          </div>
          <p className={styles['hint']}>{t('swipe.hint')}</p>
          <p
            className="visually-hidden"
            aria-live="polite"
            data-say=""
            suppressHydrationWarning
            // oxlint-disable-next-line react/no-danger -- safe: empty until the page's script fills it
            dangerouslySetInnerHTML={{ __html: '' }}
          />
        </section>
        <div className={styles['narrow']}>
          <DesignForm landing={landing} />
          <LandingOffer landing={landing} />
        </div>
      </div>
    </DesignPage>
  );
}
