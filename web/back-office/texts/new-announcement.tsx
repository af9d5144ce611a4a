import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from 'react-router';
import type { CallBody } from '#contract/calls.ts';
import { type Locale, localeNames } from '#contract/lists/locales.ts';
import { type AnnouncementAudience, type AnnouncementType, announcementTypes, type AnnouncementWords } from '#contract/calls/text-desk-calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup, TextInput } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { Unsaved } from '../unsaved.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { isWhole, WordsFields } from './announcement-words.tsx';
import { MailFrame } from './mail-frame.tsx';
import { sitesQuery } from './place.tsx';
import { TestMail } from './test-mail.tsx';
import { useSettled } from './use-settled.ts';
import styles from './texts.module.css';

const load = officeLoad(sitesQuery);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office', 'back_office_texts', 'errors'] };

type Texts = Partial<Record<Locale, AnnouncementWords>>;

/** /admin/announcements/new: what is said in which language, to whom, when; how many that reaches stands beside it before it goes out. */
export default function NewAnnouncement() {
  const { t } = useTranslation('back_office_texts');
  const sites = useQuery(sitesQuery).data?.sites ?? [];
  const languages = sites[0]?.languages ?? [];
  const [clientId] = useState(() => crypto.randomUUID());
  const [type, setType] = useState<AnnouncementType>('news');
  const [texts, setTexts] = useState<Texts>({});
  const [language, setLanguage] = useState<Locale>(useLocale());
  const [audience, setAudience] = useState<AnnouncementAudience>({});
  const [at, setAt] = useState('');
  const [asking, setAsking] = useState(false);
  const whole = Object.fromEntries(Object.entries(texts).filter(([, words]) => isWhole(words))) as Texts;
  const halves = Object.entries(texts).filter(([, words]) => !isWhole(words) && (words.subject || words.text));
  const size = useSize({ type, texts: whole, audience });
  const send = useSend();
  const template = type === 'news' ? 'news' : 'promotion';
  const words = texts[language] && isWhole(texts[language]) ? texts[language] : null;
  const ready = Object.keys(whole).length > 0 && halves.length === 0;
  return (
    <Page title={t('announcements.new')} lead={t('announcements.new_lead')}>
      <Unsaved when={Object.values(texts).some(({ subject, text }) => subject || text) && !send.isPending && !send.isSuccess} />
      <div className={styles['editor']}>
        <div className={styles['stack']}>
          <Card title={t('announcements.what')}>
            <div className={styles['form']}>
              <RadioGroup
                label={t('announcements.type')}
                name="type"
                value={type}
                options={announcementTypes.map((value) => ({ value, label: t(`mails.types.${value}`) }))}
                onChange={(value) => setType(value as AnnouncementType)}
              />
              <WordsFields languages={languages} language={language} onLanguage={setLanguage} texts={texts} onChange={setTexts} />
            </div>
          </Card>
          <Card title={t('announcements.who')}>
            <AudienceFields sites={sites} audience={audience} onChange={setAudience} />
          </Card>
          <Card title={t('announcements.when')}>
            <TextInput
              type="datetime-local"
              label={t('announcements.at')}
              hint={t('announcements.at_hint')}
              value={at}
              onChange={(event) => setAt(event.target.value)}
            />
          </Card>
        </div>
        <div className={styles['stack']}>
          <Reach size={size} ready={Object.keys(whole).length > 0} />
          {halves.length > 0 && (
            <Alert tone="warning">{t('announcements.half', { languages: halves.map(([locale]) => localeNames[locale as Locale]).join(', ') })}</Alert>
          )}
          <div className={styles['buttons']}>
            <Button disabled={!ready || !size} onClick={() => setAsking(true)}>
              {t(at ? 'announcements.schedule' : 'announcements.send')}
            </Button>
            {words && <TestMail template={template} place={{ host: '*', language }} announcement={words} />}
          </div>
          {words && <MailFrame template={template} host="*" language={language} announcement={words} />}
        </div>
      </div>
      <Modal
        open={asking}
        onClose={() => setAsking(false)}
        title={t(at ? 'announcements.schedule' : 'announcements.send')}
        footer={
          <Button
            busy={send.isPending}
            onClick={() => send.mutate({ client_id: clientId, type, texts: whole, audience, ...(at && { starts_at: new Date(at).toISOString() }) })}
          >
            {t(at ? 'announcements.schedule' : 'announcements.send')}
          </Button>
        }
      >
        <p>{t('announcements.sure', { count: size?.members ?? 0 })}</p>
        <SendFault error={send.error} />
      </Modal>
    </Page>
  );
}

function SendFault({ error }: { error: unknown }) {
  const { t } = useTranslation('back_office_texts');
  const { errorText, fieldTexts } = useErrorText();
  if (!error) return null;
  return <Alert tone="error">{fieldTexts(error)['starts_at'] ? t('announcements.at_wrong') : errorText(error)}</Alert>;
}

/** How many would be told, asked again when the words' languages, the type or the audience change. */
function useSize({ type, texts, audience }: { type: AnnouncementType; texts: Texts; audience: AnnouncementAudience }) {
  const api = useApi();
  const asked = useSettled({ type, languages: Object.keys(texts), audience });
  const body = { type: asked.type, texts: Object.fromEntries(asked.languages.map((one) => [one, { subject: '-', text: '-' }])), audience: asked.audience };
  return useQuery({
    queryKey: ['adminAudienceSize', asked],
    queryFn: () => api.call('adminAudienceSize', { body }),
    enabled: asked.languages.length > 0,
    staleTime: 0,
  }).data;
}

function Reach({ size, ready }: { size: ReturnType<typeof useSize>; ready: boolean }) {
  const { t } = useTranslation('back_office_texts');
  const formats = useFormats();
  return (
    <section className={styles['reach']} aria-live="polite">
      <strong>{ready && size ? formats.number(size.members) : '–'}</strong>
      <p>{ready && size ? t('announcements.members', { count: size.members }) : t('announcements.no_words')}</p>
      {ready && size && size.languages.length > 1 && (
        <p className={styles['quiet']}>{size.languages.map((one) => `${localeNames[one.language]}: ${formats.number(one.members)}`).join(' · ')}</p>
      )}
      <p className={styles['quiet']}>{t('announcements.preferences')}</p>
    </section>
  );
}

function useSend() {
  const { t } = useTranslation('back_office_texts');
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: CallBody<'adminAnnounce'>) => api.call('adminAnnounce', { body }),
    async onSuccess(_, { starts_at }) {
      toast('success', t(starts_at ? 'announcements.queued_later' : 'announcements.queued'));
      await queries.invalidateQueries({ queryKey: ['adminAnnouncements'] });
      void navigate('/admin/announcements');
    },
  });
}
