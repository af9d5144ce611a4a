import { useQuery } from '@tanstack/react-query';
import { countries, type CountryCode } from '#contract/lists/countries.ts';
import { regionName } from '#contract/lists/regions.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { regionsQuery } from '#web/session/queries.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Select } from '#web/ui/field.tsx';

interface Place {
  country?: CountryCode;
  region: string;
  city: string;
}

interface PlaceFieldsProps {
  country: CountryCode;
  region: string;
  city: string;
  errors: { region?: string; city?: string };
  /** Label of the town if one has to be chosen; without it, the town is optional. */
  town?: string;
  onChange: (place: Partial<Place>) => void;
  onLeave?: (field: 'region' | 'city') => void;
}

export function PlaceFields({ country, region, city, errors, town, onChange, onLeave }: PlaceFieldsProps) {
  const { t, i18n } = useTranslation(['signup', 'common']);
  const formats = useFormats();
  const settings = useSettings();
  const { data: places } = useQuery(regionsQuery(country));
  // The member's own country is included even if the site is no longer open there.
  const names = [...new Set([...settings.countries.map(({ code }) => code), country])]
    .map((code) => ({ value: code, label: formats.country(code) }))
    .sort((one, other) => formats.compare(one.label, other.label));
  const regions = places?.regions ?? [];
  const cities = regions.find(({ id }) => id === region)?.cities ?? [];
  return (
    <>
      <Select
        label={t('location.country')}
        name="country"
        autoComplete="country"
        options={names}
        value={country}
        onChange={(event) => onChange({ country: event.target.value as CountryCode, region: '', city: '' })}
      />
      <Select
        label={t(`common:region_label.${countries[country].regionLabel}`)}
        name="region"
        placeholder={t('location.choose')}
        options={regions
          .map(({ id }) => ({ value: id, label: regionName(country, id, i18n.language) }))
          .sort((one, other) => formats.compare(one.label, other.label))}
        value={regions.length > 0 ? region : ''}
        onChange={(event) => onChange({ country, region: event.target.value, city: '' })}
        onBlur={() => onLeave?.('region')}
        error={errors.region}
      />
      <Select
        label={town ?? t('location.city')}
        name="city"
        placeholder={t(town === undefined ? 'location.city_any' : 'location.choose')}
        options={cities.map((name) => ({ value: name, label: name }))}
        value={cities.length > 0 ? city : ''}
        disabled={cities.length === 0}
        onChange={(event) => onChange({ country, city: event.target.value })}
        error={errors.city}
      />
    </>
  );
}
