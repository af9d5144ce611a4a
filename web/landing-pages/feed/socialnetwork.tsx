import { clsx } from 'clsx';
import { castOf } from '#contract/lists/landing-cast.ts';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import { pictureOf } from '#web/drawings/cast.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { gridCell, Grid, columnSpan } from '#web/ui/grid.tsx';
import { IconHeart, IconMessage, IconPencil } from '#web/ui/icons.ts';
import { DesignPage } from '../design-frame.tsx';
import { DesignWords } from '../design-words.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import { PersonLabel, Picture } from '../portrait.tsx';
import { Scene } from '../scenes.tsx';
import island from './feed.island.ts?worker&url';
import styles from './feed.module.css';

export const load = landingLoad('socialnetwork');
export const handle = landingHandle;

const posts = [
  { text: '1', scene: 'cooking', minutes: 4, hearts: 12 },
  { text: '2', scene: 'dancing', minutes: 11, hearts: 7 },
  { text: '3', scene: 'bench', minutes: 26, hearts: 31 },
  { text: '4', scene: 'rain', minutes: 48, hearts: 19 },
] as const;

export default function FeedLanding() {
  const { t } = useTranslation('landing_designs');
  const landing = useLanding('socialnetwork');
  const people = castOf(landing.niche, landing.lander);
  return (
    <DesignPage landing={landing} island={island} className={styles['page']}>
      <Grid className={styles['columns']}>
        <aside className={clsx(styles['words'], gridCell)} style={columnSpan({ m: 5 })}>
          <DesignWords landing={landing} lead={styles['lead']} id="feed" />
        </aside>
        <section
          className={clsx(styles['feed'], gridCell)}
          style={columnSpan({ m: 7 })}
          aria-labelledby="feed-title"
        >
          <h2 id="feed-title">{t('feed.title')}</h2>
          <label className={styles['composer']}>
            <IconPencil size={22} aria-hidden="true" />
            <span className="visually-hidden">{t('feed.composer')}</span>
            <textarea name="about" form="feed" rows={2} maxLength={1000} placeholder={t('feed.composer')} />
          </label>
          {posts.map(({ text, scene, minutes, hearts }, place) => {
            const person = people[place];
            if (!person) return null;
            return (
              <article key={text} className={styles['post']}>
                <header>
                  <Picture src={pictureOf(person)} eager={place === 0} />
                  <p>
                    <b>{nameAndAge(person)}</b>
                    <span>{t('feed.ago', { count: minutes })}</span>
                  </p>
                  <PersonLabel person={{ profile: null }} />
                </header>
                <p className={styles['said']}>{t(`feed.${text}`)}</p>
                <div className={styles['scene']}>
                  <Scene name={scene} />
                </div>
                <footer>
                  <button
                    type="button"
                    aria-pressed="false"
                    aria-label={t('feed.like')}
                    data-heart=""
                    suppressHydrationWarning
                  >
                    <IconHeart size={22} aria-hidden="true" />
                    <span data-n={hearts} data-m={hearts + 1} aria-hidden="true" />
                  </button>
                  <button type="submit" form="feed" data-opens-signup="">
                    <IconMessage size={22} aria-hidden="true" />
                    {t('feed.answer')}
                  </button>
                </footer>
              </article>
            );
          })}
        </section>
      </Grid>
    </DesignPage>
  );
}
