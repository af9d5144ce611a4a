import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HeldAccount } from '#contract/moderation/held-accounts.ts';
import { May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useAct } from '#office/pieces/use-act.ts';
import { useRuleName } from '#office/pieces/use-rule-name.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { IconEye } from '#web/ui/icons.ts';
import { MeasureFields, reasonsFor } from './measure-fields.tsx';
import { WaitingList } from './waiting-list.tsx';
import styles from '#office/pieces/office.module.css';
import held from './held-accounts.module.css';

const queue = callQuery('adminHeldAccounts');

export const load = officeLoad(queue);
export const handle = { i18n: ['office/moderation', 'errors'] };

export default function HeldAccounts() {
  const { data } = useQuery(queue);
  return (
    <WaitingList words="held_accounts" things={data?.accounts ?? []}>
      {(account) => <Account account={account} />}
    </WaitingList>
  );
}

function Account({ account }: { account: HeldAccount }) {
  const { t } = useTranslation('office/moderation');
  const { date, time } = useFormats();
  const ruleName = useRuleName();
  return (
    <>
      <div className={styles['line']}>
        {account.deleted ? (
          <strong>{t('held_accounts.deleted', { id: account.id })}</strong>
        ) : (
          <Link to={`/admin/members/${account.id}`}>
            <strong>{account.name ?? account.id}</strong>
          </Link>
        )}
        <small className={styles['quiet']}>
          {date(account.created_at)}, {time(account.created_at)}
        </small>
      </div>
      <ul className={styles['reasons']}>
        {account.reasons.map(({ reason, related, rules }) => (
          <li key={`${reason} ${related?.id ?? ''}`} className={styles['line']}>
            <Tag tone={related ? 'red' : 'gold'}>{t(`held_accounts.reasons.${reason}`)}</Tag>
            {rules.map((rule) => (
              <span key={`${rule.kind} ${rule.value}`}>
                {[ruleName(rule), rule.note].filter(Boolean).join(' · ')}
              </span>
            ))}
            {related && <Link to={`/admin/members/${related.id}`}>{related.name ?? related.id}</Link>}
          </li>
        ))}
      </ul>
      {account.deleted && <p>{t('held_accounts.deleted_text')}</p>}
      {account.words.map((words) => (
        <blockquote key={words} className={styles['words']}>
          {words}
        </blockquote>
      ))}
      {account.matches.map((match) => (
        <p key={`${match.pdq} ${match.found_at}`} className={styles['quiet']}>
          {t('held_accounts.match', {
            place: t(`held_accounts.places.${match.place}`),
            list: match.list,
            distance: match.distance,
            date: date(match.found_at),
            time: time(match.found_at),
          })}{' '}
          <code className={held['hash']}>{match.pdq}</code>
        </p>
      ))}
      {account.pictures.length > 0 && <Pictures addresses={account.pictures} />}
      {account.recordings.map((address, place) => (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a member's recording has no captions
        <audio
          key={address}
          controls
          preload="none"
          src={address}
          aria-label={t('held_accounts.recording', { number: place + 1 })}
        />
      ))}
      <May call="decideHeldAccount">
        <Decision account={account} />
      </May>
    </>
  );
}

function Decision({ account: { id, deleted, reasons: holds, release: asked } }: { account: HeldAccount }) {
  const { t } = useTranslation(['office/moderation', 'office/frame']);
  const [closing, setClosing] = useState(false);
  const [reasons, setReasons] = useState(() => reasonsFor(holds.map(({ reason }) => reason)));
  const { mutate, isPending } = useAct('decideHeldAccount', {
    done: ({ needs_second }) => t(needs_second ? 'held_accounts.asked' : 'held_accounts.decided'),
    refresh: ['adminHeldAccounts'],
  });
  const release = () => mutate({ member: id, release: true });
  if (deleted)
    return (
      <div className={styles['buttons']}>
        <Button look="secondary" busy={isPending} onClick={() => mutate({ member: id, release: false })}>
          {t('held_accounts.settle')}
        </Button>
      </div>
    );
  if (!closing)
    return (
      <>
        {asked && (
          <p>
            {asked.own
              ? t('held_accounts.asked_own')
              : t('held_accounts.asked_by', { name: asked.asked_by ?? '–' })}
          </p>
        )}
        <div className={styles['buttons']}>
          {!asked?.own && (
            <Button look="secondary" busy={isPending} onClick={release}>
              {t(releaseText(holds, asked !== null))}
            </Button>
          )}
          <Button look="danger" onClick={() => setClosing(true)}>
            {t('held_accounts.close')}
          </Button>
        </div>
      </>
    );
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        const { ground, facts } = reasons;
        mutate({ member: id, release: false, ground, facts });
      }}
    >
      <MeasureFields value={reasons} onChange={setReasons} withDays={false} />
      <div className={styles['buttons']}>
        <Button type="submit" look="danger" busy={isPending}>
          {t('held_accounts.close')}
        </Button>
        <Button look="quiet" onClick={() => setClosing(false)}>
          {t('office/frame:cancel')}
        </Button>
      </div>
    </form>
  );
}

const releaseText = (holds: HeldAccount['reasons'], isAsked: boolean) =>
  isAsked
    ? 'held_accounts.confirm_release'
    : holds.some(({ reason }) => reason === 'listed_picture')
      ? 'held_accounts.ask_release'
      : 'held_accounts.release';

/** Loaded at the moderator's request only: nobody has to see such a picture twice, and each look is recorded. */
function Pictures({ addresses }: { addresses: string[] }) {
  const { t } = useTranslation('office/moderation');
  const [shown, setShown] = useState(false);
  return (
    <div className={held['pictures']}>
      {shown ? (
        addresses.map((address) => <img key={address} src={address} alt={t('held_accounts.picture')} />)
      ) : (
        <Button
          look="secondary"
          icon={<IconEye size={18} aria-hidden="true" />}
          onClick={() => setShown(true)}
        >
          {t('held_accounts.show_pictures', { count: addresses.length })}
        </Button>
      )}
    </div>
  );
}
