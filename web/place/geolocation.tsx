import { useEffect, useState } from 'react';
import { type CountryCode, isCountry } from '#contract/lists/countries.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useBrowser } from '#web/page/use-browser.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { IconAlert, IconMapPin } from '#web/ui/icons.ts';
import styles from './geolocation.module.css';

/** A position may be up to an hour old (docs/product.md 9.3). */
const MAXIMUM_AGE_MS = 3600_000;
const TIMEOUT_MS = 12_000;

export interface FoundPlace {
  country: CountryCode;
  region: string;
  city: string;
}

type State = 'idle' | 'active' | 'denied' | 'failed';

/**
 * Finds the city at the browser's position. The position is only sent to the site's own gazetteer and is not
 * stored.
 */
export function GeolocationButton({ onFound }: { onFound: (place: FoundPlace) => void }) {
  const { t } = useTranslation('signup');
  const api = useApi();
  const [state, setState] = useState<State>('idle');
  const supported = useBrowser(() => 'geolocation' in navigator && window.isSecureContext, true);
  useEffect(() => {
    void navigator.permissions
      ?.query({ name: 'geolocation' })
      .then((permission) => permission.state === 'denied' && setState('denied'));
  }, []);

  const locate = () => {
    setState('active');
    navigator.geolocation.getCurrentPosition(
      async ({ coords }) => {
        try {
          // Two decimals are accurate to a kilometre, which is enough to find a city.
          const round = (value: number) => Math.round(value * 100) / 100;
          const { country, region, city } = await api.call('geocode', {
            query: { lat: round(coords.latitude), lon: round(coords.longitude) },
          });
          if (!country || !isCountry(country)) return setState('failed');
          setState('idle');
          onFound({ country, region: region ?? '', city: city ?? '' });
        } catch {
          setState('failed');
        }
      },
      (error) => setState(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      { maximumAge: MAXIMUM_AGE_MS, timeout: TIMEOUT_MS },
    );
  };
  if (!supported) return null;
  const wrong = state === 'denied' || state === 'failed';
  return (
    <div className={styles['locate']}>
      <Button
        look="secondary"
        wide
        busy={state === 'active'}
        icon={<IconMapPin size={20} />}
        onClick={locate}
      >
        {t(state === 'active' ? 'location.locating' : 'location.use_position')}
      </Button>
      <p role="status" className={wrong ? styles['error'] : styles['note']}>
        {wrong && <IconAlert size={16} aria-hidden="true" />}
        {t(wrong ? `location.${state}` : 'location.privacy')}
      </p>
    </div>
  );
}
