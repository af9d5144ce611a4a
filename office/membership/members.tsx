import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, redirect, useSearchParams } from 'react-router';
import type { OfficeMember } from '#contract/office/members.ts';
import { Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';

const pages = (find: string) => callPages('adminMembers', find ? { find } : {});

const load: ScreenLoad = async ({ ensurePages, requireUser, url }) => {
  requireUser();
  const find = url.searchParams.get('find') ?? '';
  const { pages: found } = await ensurePages(pages(find));
  const [only, another] = found.flatMap(({ members }) => members);
  if (find && only && !another) throw redirect(`/admin/members/${only.id}`);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['office/membership', 'errors'] };

export default function Members() {
  const { t } = useTranslation(['office/membership', 'office/frame']);
  const { shortDate, country } = useFormats();
  const [query] = useSearchParams();
  const find = query.get('find') ?? '';
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pages(find));
  const members = data?.pages.flatMap((page) => page.members) ?? [];
  return (
    <Page
      title={t('office/frame:menu.members')}
      lead={find ? t('members.found', { find }) : t('members.lead')}
    >
      <Table<OfficeMember>
        caption={t('office/frame:menu.members')}
        rows={members}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('members.none')} text={t('office/frame:search.placeholder')} />}
        columns={[
          {
            key: 'name',
            head: t('members.name'),
            title: true,
            cell: (member) => <Link to={`/admin/members/${member.id}`}>{member.name ?? member.id}</Link>,
          },
          { key: 'email', head: t('members.email'), cell: ({ email }) => email ?? '–' },
          { key: 'state', head: t('members.state'), cell: (member) => <State member={member} /> },
          {
            key: 'country',
            head: t('members.country'),
            cell: ({ country: code }) => (code ? country(code) : '–'),
          },
          { key: 'since', head: t('members.since'), cell: ({ signup_date }) => shortDate(signup_date) },
          { key: 'id', head: t('members.id'), number: true, cell: ({ id }) => id },
        ]}
      />
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('office/frame:more')}
        </Button>
      )}
    </Page>
  );
}

export function State({ member }: { member: OfficeMember }) {
  const { t } = useTranslation('office/membership');
  const tone = member.status === 'active' ? 'green' : member.status === 'banned' ? 'red' : 'gold';
  return (
    <>
      <Tag tone={tone}>{t(`states.${member.status}`)}</Tag>{' '}
      {member.premium && <Tag tone="gold">{t('members.premium')}</Tag>}
    </>
  );
}
