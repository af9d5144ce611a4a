import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from 'react-router';
import type { FlaggedText } from '#contract/office.ts';
import { MeasureFields, noReasons } from '#web/back-office/people/measure-fields.tsx';
import { useAct } from '#web/back-office/people/use-act.ts';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import styles from '../office.module.css';

const queue = callQuery('adminTexts');

const load: ScreenLoad = ({ ensure, requireUser }) => {
  requireUser();
  return ensure(queue);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office', 'errors'] };

/** /admin/texts: names, about texts and first messages that a rule stopped at. */
export default function Texts() {
  const { t } = useTranslation('back_office');
  const { data } = useQuery(queue);
  const texts = data?.texts ?? [];
  return (
    <Page title={t('menu.texts')} lead={t('texts.lead')}>
      {texts.length === 0 && <EmptyState icon={<IconCircleCheck size={44} />} title={t('texts.none')} text={t('texts.none_text')} />}
      <ul className={styles['list']}>
        {texts.map((text) => (
          <li key={text.id}>
            <Text text={text} />
          </li>
        ))}
      </ul>
    </Page>
  );
}

function Text({ text }: { text: FlaggedText }) {
  const { t } = useTranslation('back_office');
  const [removing, setRemoving] = useState(false);
  const [reasons, setReasons] = useState({ ...noReasons, ground: 'privacy' as const } as typeof noReasons);
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
      {removing && <MeasureFields value={reasons} onChange={setReasons} withDays={false} />}
      <div className={styles['buttons']}>
        {!removing && (
          <Button look="secondary" busy={isPending} onClick={() => mutate({ id: text.id, remove: false })}>
            {t('texts.leave')}
          </Button>
        )}
        <Button
          look="danger"
          busy={isPending}
          onClick={() =>
            removing ? reasons.facts.trim() && mutate({ id: text.id, remove: true, ground: reasons.ground, facts: reasons.facts }) : setRemoving(true)
          }
        >
          {t('texts.remove')}
        </Button>
        {removing && (
          <Button look="quiet" onClick={() => setRemoving(false)}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </>
  );
}
