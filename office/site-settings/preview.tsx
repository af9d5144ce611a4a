import { castOf } from '#contract/lists/landing-cast.ts';
import { day, evening } from '#contract/lists/palette.ts';
import { fullSlug, type Niche } from '#contract/rules/landing-rules.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import { accents } from '#contract/site-settings/settings.ts';
import { pictureOf } from '#web/drawings/cast.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { accentOf } from '#web/theme/accents.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from './site-settings.module.css';

/**
 * The build resolves the tokens' `light-dark()` at the root, so a preview of the other scheme must set the
 * colours itself.
 */
const coloursOf = Object.fromEntries(
  Object.entries({ day, evening }).map(([time, colours]) => [
    time,
    Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${name}`, value])),
  ]),
);

export function Preview({ settings }: { settings: SiteSettings }) {
  const { t } = useTranslation('office/site-settings');
  const { name, logo, accent, niche, theme, mail_name, index_title } = settings;
  const colour = accents.includes(accent) ? accent : 'red';
  const people = castOf((niche >= 1 && niche <= 7 ? niche : 1) as Niche, 'gallery').slice(0, 3);
  return (
    <Card title={t('preview.title')} className={styles['preview']}>
      {(['day', 'evening'] as const).map((time) => (
        <figure key={time}>
          <figcaption>{t(`preview.${time}`)}</figcaption>
          <div
            className={styles['sample']}
            style={{
              ...coloursOf[time],
              ...accentOf(colour),
              colorScheme: time === 'day' ? 'light' : 'dark',
              ...(/^#[0-9a-f]{6}$/.test(theme[time]) ? { background: theme[time] } : {}),
            }}
          >
            <span className={styles['brand']}>
              {logo ? <img src={logo} alt={name} height={32} /> : name || '–'}
            </span>
            {index_title && <small>{index_title}</small>}
            <span className={styles['acts']}>
              <Button size="s" tabIndex={-1} aria-hidden="true">
                {t('preview.button')}
              </Button>
              <span className={styles['like-link']}>{t('preview.link')}</span>
            </span>
          </div>
        </figure>
      ))}
      <figure>
        <figcaption>
          {t('preview.landing')} · <code>/landers/gallery/{fullSlug('1', niche)}</code>
        </figcaption>
        <div className={styles['faces']}>
          {people.map((person) => (
            <img key={person.file} src={pictureOf(person)} alt="" width={72} height={96} loading="lazy" />
          ))}
        </div>
      </figure>
      <figure>
        <figcaption>{t('preview.mail')}</figcaption>
        <div className={styles['inbox']}>
          <b>{mail_name || '–'}</b>
          <span>{t('preview.mail_subject')}</span>
        </div>
      </figure>
    </Card>
  );
}
