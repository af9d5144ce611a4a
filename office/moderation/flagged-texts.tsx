import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FlaggedText } from '#contract/moderation/content.ts';
import { May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useAct } from '#office/pieces/use-act.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { MeasureFields, noReasons, type Reasons } from './measure-fields.tsx';
import { WaitingList } from './waiting-list.tsx';
import styles from '#office/pieces/office.module.css';

const queue = callQuery('adminTexts');

export const load = officeLoad(queue);
export const handle = { i18n: ['office/moderation', 'errors'] };

export default function Texts() {
  const { data } = useQuery(queue);
  return (
    <WaitingList words="texts" things={data?.texts ?? []}>
      {(text) => <Text text={text} />}
    </WaitingList>
  );
}

function Text({ text }: { text: FlaggedText }) {
  const { t } = useTranslation(['office/moderation', 'office/frame']);
  const [removing, setRemoving] = useState(false);
  const [reasons, setReasons] = useState<Reasons>({
    ...noReasons,
    ground: text.rules.includes('minor') ? 'underage' : 'privacy',
  });
  const { mutate, isPending } = useAct('decideText', { done: t('texts.decided'), refresh: ['adminTexts'] });
  return (
    <>
      <div className={styles['tags']}>
        <Tag>{t(`texts.kinds.${text.kind}`)}</Tag>
        {text.rules.map((rule) => (
          <Tag key={rule} tone={rule === 'minor' ? 'red' : 'gold'}>
            {t(`texts.rules.${rule}`)}
          </Tag>
        ))}
      </div>
      <p className={styles['words']}>{text.text}</p>
      <small>
        <Link to={`/admin/members/${text.member.id}`}>{text.member.name ?? text.member.id}</Link>
      </small>
      <May call="decideText">
        {removing ? (
          <form
            className={styles['form']}
            onSubmit={(event) => {
              event.preventDefault();
              const { ground, facts } = reasons;
              mutate({ id: text.id, remove: true, ground, facts });
            }}
          >
            <MeasureFields value={reasons} onChange={setReasons} withDays={false} />
            <div className={styles['buttons']}>
              <Button type="submit" look="danger" busy={isPending}>
                {t('texts.remove')}
              </Button>
              <Button look="quiet" onClick={() => setRemoving(false)}>
                {t('office/frame:cancel')}
              </Button>
            </div>
          </form>
        ) : (
          <div className={styles['buttons']}>
            <Button look="secondary" busy={isPending} onClick={() => mutate({ id: text.id, remove: false })}>
              {t('texts.leave')}
            </Button>
            <Button look="danger" onClick={() => setRemoving(true)}>
              {t('texts.remove')}
            </Button>
          </div>
        )}
      </May>
    </>
  );
}
