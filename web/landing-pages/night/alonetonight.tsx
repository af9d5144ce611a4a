import { useTranslation } from '#web/i18n/translate.tsx';
import { DesignPage } from '../design-frame.tsx';
import { DesignWords } from '../design-words.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import island from './night.island.ts?worker&url';
import styles from './night.module.css';

export const load = landingLoad('alonetonight');
export const handle = landingHandle;

const lit = [2, 9, 17];
const saying: Record<number, '1' | '2' | '3' | '4'> = { 4: '1', 8: '2', 13: '3', 18: '4' };
const windows = Array.from({ length: 20 }, (_, place) => place);

const outlines = [
  'M22 80V58c0-10 5-14 14-14s14 4 14 14v22zM36 40a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  'M8 80V66h40V50h10v30zM20 64c0-8 4-11 10-11s10 3 10 11zM30 50a8 8 0 1 0 0-16 8 8 0 0 0 0 16z',
  'M10 80V62h52v18zM28 60v-8c0-6 3-9 8-9s8 3 8 9v8zM36 41a7 7 0 1 0 0-14 7 7 0 0 0 0 14z',
  'M46 80V44h14v36zM40 44h26L60 26H46zM14 80V62c0-8 4-12 10-12s10 4 10 12v18zM24 46a8 8 0 1 0 0-16 8 8 0 0 0 0 16z',
];

export default function NightLanding() {
  const { t } = useTranslation('landing_designs');
  const landing = useLanding('alonetonight');
  return (
    <DesignPage landing={landing} island={island} className={styles['night']}>
      <div className={styles['sky']} aria-hidden="true" />
      <div className={styles['scene']}>
        <div className={styles['words']}>
          <DesignWords landing={landing} lead={styles['lead']} />
        </div>
        <div data-house="" suppressHydrationWarning>
          <div className={styles['roof']} aria-hidden="true" />
          <div className={styles['wall']}>
            {windows.map((place) => (
              <button
                key={place}
                type="button"
                aria-pressed={lit.includes(place)}
                aria-label={t('night.window', { number: place + 1 })}
                data-window={saying[place] ?? ''}
                suppressHydrationWarning
              >
                <svg viewBox="0 0 72 80" aria-hidden="true">
                  <path d={outlines[(place * 3 + (place >> 2)) % outlines.length]} />
                </svg>
              </button>
            ))}
          </div>
          <div className={styles['thoughts']} aria-live="polite">
            <p data-thought="0">{t('night.hint')}</p>
            {Object.values(saying).map((line) => (
              <p key={line} data-thought={line} hidden suppressHydrationWarning>
                “{t(`night.${line}`)}”
              </p>
            ))}
          </div>
        </div>
      </div>
    </DesignPage>
  );
}
