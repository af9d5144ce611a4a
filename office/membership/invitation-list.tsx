import { useState } from 'react';
import type { Invitation } from '#contract/membership/invitations.ts';
import type { SiteChoice } from '#contract/site-settings/sites.ts';
import { May } from '#office/pieces/may.tsx';
import { useSiteName } from '#office/pieces/sites-choice.tsx';
import { type Column, Table } from '#office/pieces/table.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Modal } from '#web/ui/modal.tsx';

const tones = { waiting: 'gold', used: 'green', expired: 'soft', withdrawn: 'soft' } as const;

export function InvitationList({
  invitations,
  sites,
}: {
  invitations: Invitation[];
  sites: readonly SiteChoice[];
}) {
  const { t } = useTranslation(['office/membership', 'office/frame']);
  const { shortDate } = useFormats();
  const nameOf = useSiteName(sites);
  const siteColumn: Column<Invitation> = {
    key: 'site',
    head: t('office/frame:sites.title'),
    cell: ({ site }) => (site ? nameOf(site) : t('office/frame:sites.all')),
  };
  return (
    <Table<Invitation>
      caption={t('office/frame:menu.invitations')}
      rows={invitations}
      keyOf={({ id }) => id}
      empty={<EmptyState title={t('invitations.none')} text={t('invitations.none_text')} />}
      columns={[
        {
          key: 'to',
          head: t('invitations.to'),
          title: true,
          cell: ({ email }) => email ?? t('invitations.by_hand'),
        },
        ...(sites.length > 1 ? [siteColumn] : []),
        {
          key: 'state',
          head: t('members.state'),
          cell: ({ state }) => <Tag tone={tones[state]}>{t(`invitations.states.${state}`)}</Tag>,
        },
        {
          key: 'made',
          head: t('invitations.made'),
          cell: ({ created_at, by }) => (
            <span suppressHydrationWarning>
              {[shortDate(created_at), by.name ?? `#${by.id}`].join(' · ')}
            </span>
          ),
        },
        {
          key: 'until',
          head: t('invitations.until'),
          cell: ({ expires_at }) => <span suppressHydrationWarning>{shortDate(expires_at)}</span>,
        },
        {
          key: 'act',
          head: <span className="visually-hidden">{t('invitations.withdraw')}</span>,
          cell: (invitation) =>
            invitation.state === 'waiting' && (
              <May call="withdrawInvitation">
                <Withdraw invitation={invitation} />
              </May>
            ),
        },
      ]}
    />
  );
}

function Withdraw({ invitation: { id, email } }: { invitation: Invitation }) {
  const { t } = useTranslation('office/membership');
  const [asked, setAsked] = useState(false);
  const { mutate, isPending } = useAct('withdrawInvitation', {
    done: t('invitations.withdrawn'),
    refresh: ['adminInvitations'],
  });
  return (
    <>
      <Button look="quiet" size="s" onClick={() => setAsked(true)}>
        {t('invitations.withdraw')}
      </Button>
      <Modal
        open={asked}
        onClose={() => setAsked(false)}
        title={t('invitations.withdraw_ask')}
        size="s"
        footer={
          <Button
            look="danger"
            busy={isPending}
            onClick={() => mutate({ id }, { onSettled: () => setAsked(false) })}
          >
            {t('invitations.withdraw')}
          </Button>
        }
      >
        <p>{email === null ? t('invitations.withdraw_link') : t('invitations.withdraw_mailed', { email })}</p>
      </Modal>
    </>
  );
}
