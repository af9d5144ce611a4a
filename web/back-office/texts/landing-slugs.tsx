import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from 'react-router';
import { nichePrefixes } from '#contract/rules/landing-rules.ts';
import { localePath } from '#contract/lists/locales.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { callPages } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Page } from '#web/ui/page.tsx';
import { Stressed } from '#web/ui/stressed.tsx';
import { Table } from '#web/back-office/table.tsx';
import { type Place, PlaceFields, placeIn, sitesQuery } from './place.tsx';
import { type SlugRow, SlugForm } from './slug-form.tsx';
import styles from './texts.module.css';

const slugPages = (place: Place) => callPages('adminSlugs', { ...place });

const load: ScreenLoad = async ({ ensure, ensurePages, requireUser, locale, url }) => {
  requireUser();
  const { sites } = await ensure(sitesQuery);
  return ensurePages(slugPages(placeIn(url.searchParams, sites, locale)));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office', 'back_office_texts', 'errors'] };

const orderOf = (slug: string) => {
  const [, prefix = '', number = '0'] = /^(?:([a-z]+)-)?(\d+)$/.exec(slug) ?? [];
  return (nichePrefixes as readonly string[]).indexOf(prefix) * 10_000 + Number(number);
};

/** /admin/landing-slugs: texts, imagery and offer of landing pages by slug. */
export default function LandingSlugs() {
  const { t } = useTranslation(['back_office_texts', 'back_office']);
  const [query] = useSearchParams();
  const sites = useQuery(sitesQuery).data?.sites ?? [];
  const place = placeIn(query, sites, useLocale());
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(slugPages(place));
  const [open, setOpen] = useState<SlugRow | 'new' | null>(null);
  const own = data?.pages.flatMap((page) => page.own) ?? [];
  const standard = data?.pages[0]?.standard ?? [];
  const rows: SlugRow[] = [
    ...own.map((row) => ({ ...row, own: true, standard: standard.some(({ slug }) => slug === row.slug) })),
    ...standard.filter(({ slug }) => !own.some((row) => row.slug === slug)).map((row) => ({ ...row, own: false, standard: true })),
  ].toSorted((a, b) => orderOf(a.slug) - orderOf(b.slug));
  const origin = sites.find(({ host }) => host === place.host)?.origin ?? '';
  return (
    <Page title={t('back_office:menu.landing_slugs')} lead={t('slugs.lead')} aside={<Button onClick={() => setOpen('new')}>{t('slugs.new')}</Button>}>
      <PlaceFields sites={sites} place={place} />
      <Table<SlugRow>
        caption={t('back_office:menu.landing_slugs')}
        rows={rows}
        keyOf={({ slug }) => slug}
        empty={null}
        columns={[
          { key: 'slug', head: t('slugs.slug'), title: true, cell: (row) => <b className={styles['slug']}>{row.slug}</b> },
          {
            key: 'words',
            head: t('slugs.words'),
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
            head: t('slugs.looks'),
            cell: ({ imagery, offer, own: mine }) => (
              <span className={styles['tags']}>
                {imagery && <Tag>{t(`slugs.moods.${imagery}`)}</Tag>}
                {offer && <Tag>{t(`slugs.offers.${offer}`)}</Tag>}
                {mine && <Tag tone="gold">{t('own')}</Tag>}
              </span>
            ),
          },
          {
            key: 'acts',
            head: t('slugs.acts'),
            cell: (row) => (
              <span className={styles['acts']}>
                <Button look="secondary" size="s" onClick={() => setOpen(row)} aria-label={t('slugs.change_of', { slug: row.slug })}>
                  {t('slugs.change')}
                </Button>
                <a href={`${origin}${localePath(place.language, `/landers/gallery/${row.slug}`)}`} target="_blank" rel="noreferrer">
                  {t('preview')}
                </a>
              </span>
            ),
          },
        ]}
      />
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      <Modal open={open !== null} onClose={() => setOpen(null)} size="l" title={open === 'new' || open === null ? t('slugs.new') : open.slug}>
        {open !== null && (
          <SlugForm
            key={open === 'new' ? 'new' : `${open.slug} ${open.seen}`}
            row={open === 'new' ? null : (rows.find(({ slug }) => slug === open.slug) ?? open)}
            place={place}
            onDone={() => setOpen(null)}
          />
        )}
      </Modal>
    </Page>
  );
}
