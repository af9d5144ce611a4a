import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link, redirect, useSearchParams } from 'react-router';
import type { CallReply } from '#contract/calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callPages } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { Table } from '#web/back-office/table.tsx';

type Use = CallReply<'adminCodeUses'>['uses'][number];

const pagesOf = (query: URLSearchParams) => callPages('adminCodeUses', { code: query.get('code') || '-' });

const load: ScreenLoad = ({ ensurePages, requireUser, url }) => {
  requireUser();
  if (!url.searchParams.get('code')) return redirect('/admin/payments');
  return ensurePages(pagesOf(url.searchParams));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office_money', 'errors'] };

/** /admin/code-uses: the orders that were paid with a discount code. */
export default function CodeUses() {
  const { t } = useTranslation('back_office_money');
  const { money, country, shortDate, time } = useFormats();
  const [query] = useSearchParams();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pagesOf(query));
  return (
    <Page
      title={t('uses.title', { code: query.get('code') ?? '' })}
      lead={t('uses.lead')}
      aside={
        <ButtonLink look="secondary" to="/admin/payments">
          {t('uses.back')}
        </ButtonLink>
      }
    >
      <Table<Use>
        caption={t('uses.title', { code: query.get('code') ?? '' })}
        rows={data?.pages.flatMap(({ uses }) => uses) ?? []}
        keyOf={({ payment }) => payment}
        empty={<EmptyState title={t('uses.none')} text={t('uses.none_text')} />}
        columns={[
          { key: 'when', head: t('uses.when'), cell: ({ at }) => <span suppressHydrationWarning>{`${shortDate(at)}, ${time(at)}`}</span> },
          { key: 'member', head: t('uses.member'), cell: ({ member, name }) => <Link to={`/admin/members/${member}`}>{name ?? `#${member}`}</Link> },
          { key: 'country', head: t('uses.country'), cell: (use) => country(use.country) },
          { key: 'amount', head: t('uses.amount'), number: true, cell: ({ amount }) => money(amount) },
          { key: 'discount', head: t('uses.discount'), number: true, cell: ({ discount }) => money(discount) },
          {
            key: 'order',
            head: t('uses.order'),
            cell: ({ payment, reversed }) => (
              <>
                <Link to={`/admin/payments/${payment}`}>{payment.slice(0, 8)}</Link> {reversed && <Tag tone="gold">{t(`uses.${reversed}`)}</Tag>}
              </>
            ),
          },
        ]}
      />
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Page>
  );
}
