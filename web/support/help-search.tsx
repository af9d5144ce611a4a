import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Locale } from '#contract/lists/locales.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { TextInput } from '#web/ui/field.tsx';
import { IconChevronDown } from '#web/ui/icons.ts';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import styles from './support.module.css';

export const helpQuery = (find: string, language: Locale) => ({
  ...callQuery('searchHelp', { query: { find, language } }),
  staleTime: Infinity,
});

/** The answers of the help pages, which most people need instead of the form below. */
export function HelpSearch() {
  const { t } = useTranslation('support');
  const locale = useLocale();
  const [find, setFind] = useState('');
  const asked = useDeferredValue(find.trim().slice(0, 200));
  const { data, isPending } = useQuery({
    ...helpQuery(asked, locale),
    placeholderData: keepPreviousData,
  });
  return (
    <search className={styles['help']}>
      <TextInput
        label={t('find')}
        type="search"
        autoComplete="off"
        maxLength={200}
        value={find}
        onChange={({ target }) => setFind(target.value)}
      />
      <div aria-live="polite">
        {isPending ? (
          <TextSkeleton lines={5} />
        ) : data && data.answers.length > 0 ? (
          data.answers.map(({ page, anchor, title, html }) => (
            <details key={`${page} ${anchor}`} className={styles['answer']}>
              <summary>
                {title}
                <IconChevronDown size={18} aria-hidden="true" />
              </summary>
              {/* oxlint-disable-next-line react/no-danger -- safe: the server rendered it from Markdown that allows no HTML */}
              <div dangerouslySetInnerHTML={{ __html: html }} />
            </details>
          ))
        ) : (
          <p className={styles['quiet']}>{t('nothing_found')}</p>
        )}
      </div>
    </search>
  );
}
