import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { type Locale, localeNames } from '#contract/lists/locales.ts';
import { SUPPORT_SUBJECT, SUPPORT_TEXT, supportPlaceholders } from '#contract/rules/support-rules.ts';
import type { SupportTemplate } from '#contract/support/templates.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { Editable, May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { TemplateFields } from '#office/pieces/template-fields.tsx';
import { useSave } from '#office/pieces/use-save.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from './support.module.css';

const query = callQuery('supportTemplates', { query: {} });

export const load = officeLoad(query);
export const handle = { i18n: ['office/support', 'errors'] };

export default function SupportTemplates() {
  const { t } = useTranslation('office/support');
  const templates = useQuery(query).data?.templates ?? [];
  return (
    <Page title={t('templates.title')} lead={t('templates.lead')}>
      <div className={styles['stack']}>
        <May call="saveSupportTemplate">
          <Fold summary={t('templates.new')} isNew>
            <TemplateForm template={null} />
          </Fold>
        </May>
        {templates.length === 0 && <EmptyState title={t('templates.none')} text={t('templates.none_text')} />}
        {templates.map((template) => (
          <Fold
            key={template.id}
            summary={
              <>
                <b lang={template.language}>{template.title}</b> <Tag>{localeNames[template.language]}</Tag>{' '}
                {!template.active && <Tag>{t('templates.retired')}</Tag>}
              </>
            }
          >
            <Editable by="saveSupportTemplate">
              <TemplateForm template={template} />
            </Editable>
          </Fold>
        ))}
      </div>
    </Page>
  );
}

const emptyDraft = (language: Locale) => ({ language, title: '', text: '', active: true });

function TemplateForm({ template }: { template: SupportTemplate | null }) {
  const { t } = useTranslation('office/support');
  const { domain_language } = useSettings();
  const { errorText, fieldTexts } = useErrorText();
  const [id, setId] = useState(() => template?.id ?? crypto.randomUUID());
  const [draft, setDraft] = useState(() => template ?? emptyDraft(domain_language));
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = useSave(
    (api, body: CallBody<'saveSupportTemplate'>) => api.call('saveSupportTemplate', { body }),
    {
      done: t('changed'),
      refresh: ['supportTemplates'],
    },
  );
  const fields = fieldTexts(save.error);
  const { language, title, text, active } = draft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { id, language, title, text, active },
      {
        onSuccess() {
          if (template) return;
          setDraft(emptyDraft(language));
          setId(crypto.randomUUID());
        },
      },
    );
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {save.error && Object.keys(fields).length === 0 && <Alert tone="error">{errorText(save.error)}</Alert>}
      <TemplateFields
        value={{ language, text, active }}
        onChange={change}
        texts={{
          language: t('templates.language'),
          text: t('templates.text'),
          hint: t('templates.text_hint', {
            placeholders: supportPlaceholders.map((name) => `{{${name}}}`).join(', '),
          }),
          active: t('templates.active'),
        }}
        error={fields['text']}
        maxLength={SUPPORT_TEXT}
      >
        <TextInput
          label={t('templates.name')}
          error={fields['title']}
          maxLength={SUPPORT_SUBJECT}
          value={title}
          onChange={({ target }) => change({ title: target.value })}
        />
      </TemplateFields>
      <div>
        <Button type="submit" size="s" busy={save.isPending}>
          {t('templates.save')}
        </Button>
      </div>
    </form>
  );
}
