import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { localePath } from '#contract/lists/locales.ts';
import { nichePrefixes } from '#contract/rules/landing-rules.ts';
import { Editable, May } from '#office/pieces/may.tsx';
import { Table } from '#office/pieces/table.tsx';
import { type TextPlace, PlaceFields, placeIn, sitesQuery } from '#office/texts/place.tsx';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Page } from '#web/ui/page.tsx';
import { type SlugRow, SlugForm } from './slug-form.tsx';
import styles from '#office/texts/texts.module.css';

const slugPages = (place: TextPlace) => callPages('adminSlugs', { ...place });

export const load: ScreenLoad = async ({ ensure, ensurePages, requireUser, locale, url }) => {
  requireUser();
  const { sites } = await ensure(sitesQuery);
  return ensurePages(slugPages(placeIn(url.searchParams, sites, locale)));
};
export const handle = { i18n: ['office/landing-pages', 'office/texts', 'errors'] };

const orderOf = (slug: string) => {
  const [, prefix = '', number = '0'] = /^(?:([a-z]+)-)?(\d+)$/.exec(slug) ?? [];
  return (nichePrefixes as readonly string[]).indexOf(prefix) * 10_000 + Number(number);
};

export default function LandingSlugs() {
  const { t } = useTranslation(['office/landing-pages', 'office/texts', 'office/frame']);
  const [query] = useSearchParams();
  const sites = useQuery(sitesQuery).data?.sites ?? [];
  const place = placeIn(query, sites, useLocale());
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(slugPages(place));
  const [open, setOpen] = useState<SlugRow | 'new' | null>(null);
  const rows = rowsOf(data?.pages ?? []);
  const origin = sites.find(({ host }) => host === place.host)?.origin ?? '';
  return (
    <Page
      title={t('office/frame:menu.landing_slugs')}
      lead={t('lead')}
      aside={
        <May call="adminWriteSlug">
          <Button onClick={() => setOpen('new')}>{t('new')}</Button>
        </May>
      }
    >
      <PlaceFields sites={sites} place={place} />
      <SlugTable rows={rows} place={place} origin={origin} onOpen={setOpen} />
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('office/texts:more')}
        </Button>
      )}
      <SlugDialog open={open} rows={rows} place={place} onClose={() => setOpen(null)} />
    </Page>
  );
}

function rowsOf(pages: readonly CallReply<'adminSlugs'>[]): SlugRow[] {
  const own = pages.flatMap((page) => page.own);
  const standard = pages[0]?.standard ?? [];
  return [
    ...own.map((row) => ({ ...row, own: true, standard: standard.some(({ slug }) => slug === row.slug) })),
    ...standard
      .filter(({ slug }) => !own.some((row) => row.slug === slug))
      .map((row) => ({ ...row, own: false, standard: true })),
  ].toSorted((a, b) => orderOf(a.slug) - orderOf(b.slug));
}

interface SlugTableProps {
  rows: SlugRow[];
  place: TextPlace;
  origin: string;
  onOpen: (row: SlugRow) => void;
}

function SlugTable({ rows, place, origin, onOpen }: SlugTableProps) {
  const { t } = useTranslation(['office/landing-pages', 'office/texts', 'office/frame']);
  return (
    <Table<SlugRow>
      caption={t('office/frame:menu.landing_slugs')}
      rows={rows}
      keyOf={({ slug }) => slug}
      empty={null}
      columns={[
        {
          key: 'slug',
          head: t('slug'),
          title: true,
          cell: (row) => <b className={styles['slug']}>{row.slug}</b>,
        },
        {
          key: 'words',
          head: t('words'),
          cell: ({ headline, lead, button }) => (
            <div lang={place.language}>
              <b>
                <Stressed text={headline} />
              </b>
              <p className={styles['quiet']}>
                {lead} [{button}]
              </p>
            </div>
          ),
        },
        {
          key: 'looks',
          head: t('looks'),
          cell: ({ imagery, offer, own }) => (
            <span className={styles['tags']}>
              {imagery && <Tag>{t(`moods.${imagery}`)}</Tag>}
              {offer && <Tag>{t(`offers.${offer}`)}</Tag>}
              {own && <Tag tone="gold">{t('office/texts:own')}</Tag>}
            </span>
          ),
        },
        {
          key: 'acts',
          head: t('acts'),
          cell: (row) => (
            <span className={styles['acts']}>
              <Button
                look="secondary"
                size="s"
                onClick={() => onOpen(row)}
                aria-label={t('change_of', { slug: row.slug })}
              >
                {t('change')}
              </Button>
              <a
                href={`${origin}${localePath(place.language, `/landers/gallery/${row.slug}`)}`}
                target="_blank"
                rel="noreferrer"
              >
                {t('office/texts:preview')}
              </a>
            </span>
          ),
        },
      ]}
    />
  );
}

interface SlugDialogProps {
  open: SlugRow | 'new' | null;
  rows: readonly SlugRow[];
  place: TextPlace;
  onClose: () => void;
}

function SlugDialog({ open, rows, place, onClose }: SlugDialogProps) {
  const { t } = useTranslation('office/landing-pages');
  return (
    <Modal
      open={open !== null}
      onClose={onClose}
      size="l"
      title={open === 'new' || open === null ? t('new') : open.slug}
    >
      {open !== null && (
        <Editable by="adminWriteSlug">
          <SlugForm
            key={open === 'new' ? 'new' : `${open.slug} ${open.seen}`}
            row={open === 'new' ? null : (rows.find(({ slug }) => slug === open.slug) ?? open)}
            place={place}
            onDone={onClose}
          />
        </Editable>
      )}
    </Modal>
  );
}
