import { useInfiniteQuery } from '@tanstack/react-query';
import { isLocale, localeNames } from '#contract/lists/locales.ts';
import type { Announced, AnnouncementAudience } from '#contract/notifications/calls.ts';
import { May } from '#office/pieces/may.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from '#office/texts/texts.module.css';

const announcementPages = callPages('adminAnnouncements', {});

export const load: ScreenLoad = ({ ensurePages, requireUser }) => {
  requireUser();
  return ensurePages(announcementPages);
};
export const handle = { i18n: ['office/notifications', 'office/texts', 'errors'] };

export default function Announcements() {
  const { t } = useTranslation(['office/notifications', 'office/frame', 'office/texts']);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...announcementPages,
    refetchInterval: 15_000,
  });
  const announcements = data?.pages.flatMap((page) => page.announcements) ?? [];
  const action = (
    <May call="adminAnnounce">
      <ButtonLink to="/admin/announcements/new">{t('new')}</ButtonLink>
    </May>
  );
  return (
    <Page
      title={t('office/frame:menu.announcements')}
      lead={t('lead')}
      aside={announcements.length > 0 && action}
    >
      {data && announcements.length === 0 && (
        <EmptyState title={t('none')} text={t('none_text')} action={action} />
      )}
      <ul className={styles['list']}>
        {announcements.map((one) => (
          <Announcement key={one.id} one={one} />
        ))}
      </ul>
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('office/texts:more')}
        </Button>
      )}
    </Page>
  );
}

const tones = { scheduled: 'gold', sending: 'gold', sent: 'green', cancelled: 'soft' } as const;

function Announcement({ one }: { one: Announced }) {
  const { id, type, texts, audience, starts_at, status, operator } = one;
  const { t, i18n } = useTranslation(['office/notifications', 'office/texts']);
  const { shortDate, time } = useFormats();
  const stop = useAct('adminCancelAnnouncement', {
    done: t('stopped'),
    refresh: ['adminAnnouncements'],
  });
  const facts = useFacts(audience);
  return (
    <li>
      <div className={styles['row']}>
        <h2>{(texts[i18n.language] ?? Object.values(texts)[0])?.subject}</h2>
        <Tag tone={tones[status]}>{t(`states.${status}`)}</Tag>
      </div>
      <p className={styles['quiet']} suppressHydrationWarning>
        {[
          t(`office/texts:mails.types.${type}`),
          `${shortDate(starts_at)}, ${time(starts_at)}`,
          operator ? (operator.name ?? `#${operator.id}`) : t('office/texts:command_line'),
        ].join(' · ')}
      </p>
      <p className={styles['quiet']}>
        {[
          Object.keys(texts)
            .filter(isLocale)
            .map((locale) => localeNames[locale])
            .join(', '),
          ...facts,
        ].join(' · ')}
      </p>
      <Outcome one={one} />
      <Words texts={texts} />
      {(status === 'scheduled' || status === 'sending') && (
        <May call="adminCancelAnnouncement">
          <div className={styles['buttons']}>
            <Button look="danger" size="s" busy={stop.isPending} onClick={() => stop.mutate({ id })}>
              {t('stop')}
            </Button>
          </div>
        </May>
      )}
    </li>
  );
}

function Outcome({ one: { status, meant, sent, mailed, pushed, dropped } }: { one: Announced }) {
  const { t } = useTranslation('office/notifications');
  const { number } = useFormats();
  if (status === 'scheduled' || (status === 'cancelled' && sent === 0)) return null;
  const waiting = status === 'cancelled' || meant === null ? 0 : Math.max(0, meant - sent - dropped);
  const parts = { by_mail: mailed, by_push: pushed, waiting, dropped };
  return (
    <>
      <p>
        {meant === null || meant === sent
          ? t('told', { count: sent, number: number(sent) })
          : t('told_of', { count: sent, number: number(sent), all: number(meant) })}
      </p>
      <p className={styles['quiet']}>
        {Object.entries(parts)
          .filter(([, many]) => many > 0)
          .map(([part, many]) => t(`${part}`, { number: number(many) }))
          .join(' · ')}
      </p>
    </>
  );
}

function Words({ texts }: { texts: Announced['texts'] }) {
  const { t } = useTranslation('office/notifications');
  return (
    <details>
      <summary>{t('words')}</summary>
      {Object.entries(texts).map(([locale, { subject, text, action }]) => (
        <blockquote key={locale} lang={locale} className={styles['said']}>
          <b>{subject}</b>
          <p>{text}</p>
          {action && (
            <p>
              {action.label} <code>{action.path}</code>
            </p>
          )}
        </blockquote>
      ))}
    </details>
  );
}

function useFacts({ countries, gender, premium, active_days, hosts }: AnnouncementAudience): string[] {
  const { t } = useTranslation(['office/notifications', 'common']);
  const formats = useFormats();
  const facts = [
    hosts && formats.list(hosts.map((host) => (host === '*' ? t('other_sites') : host))),
    countries && formats.list(countries.map((country) => formats.country(country))),
    gender && t(`common:genders.${gender}`),
    premium !== undefined && t(premium ? 'premium' : 'not_premium'),
    active_days && t('active', { count: active_days }),
  ].filter((fact) => typeof fact === 'string');
  return facts.length > 0 ? facts : [t('everybody')];
}
