import type { CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { QueryForm } from '#web/router/query-form.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Select } from '#web/ui/field.tsx';
import styles from './desk.module.css';

interface Props {
  filters: CallReply<'desk'>['filters'];
  /** Conversations outside the writing hours of their profile. */
  outside: number;
  chosen: { profile?: number; language?: Locale; outside?: boolean };
}

/** Folded, so that the conversations start without scrolling. Hidden while there is nothing to filter by. */
export function DeskFilters({ filters, outside, chosen }: Props) {
  const { t } = useTranslation(['office/desk', 'office/frame']);
  const { language } = useFormats();
  const [query] = useSearchParams();
  const active = Object.keys(chosen).length;
  if (active === 0 && outside === 0 && filters.profiles.length < 2 && filters.languages.length < 2)
    return null;
  return (
    <details className={styles['filters']} open={active > 0}>
      <summary>
        {t('office/frame:filters.label')}{' '}
        <Badge count={active} label={t('office/frame:filters.active', { number: active })} />
      </summary>
      <QueryForm key={query.toString()} role="search" aria-label={t('title')}>
        <Select
          name="profile"
          label={t('filters.profile')}
          placeholder={t('filters.any')}
          defaultValue={chosen.profile ?? ''}
          options={filters.profiles.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <Select
          name="language"
          label={t('filters.language')}
          placeholder={t('filters.any')}
          defaultValue={chosen.language ?? ''}
          options={filters.languages.map((value) => ({ value, label: language(value) }))}
        />
        {(outside > 0 || chosen.outside) && (
          <Checkbox
            name="outside"
            label={t('filters.outside', { count: outside })}
            defaultChecked={chosen.outside ?? false}
          />
        )}
        <Button type="submit" look="secondary">
          {t('filters.show')}
        </Button>
      </QueryForm>
    </details>
  );
}
