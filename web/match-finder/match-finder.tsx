import { useEffect, useRef, useState } from 'react';
import { Stressed } from '#web/i18n/stressed.tsx';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import type { DeferredHandle } from '#web/page/deferred-handle.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconArrowLeft, IconArrowRight, IconReload, IconShield } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { MatchDrawing, type MatchAnswers } from './match-drawing.tsx';
import styles from './match-finder.module.css';

export const handle = {
  i18n: ['match_finder'],
  deferScripts: ({ isVisitor }) => isVisitor,
} satisfies DeferredHandle & { i18n: string[] };

const questions = ['age', 'look', 'race'] as const;
type Question = (typeof questions)[number];

const options: { [Q in Question]: readonly [MatchAnswers[Q], MatchAnswers[Q]] } = {
  age: ['18-35', '35+'],
  look: ['normal', 'sexy'],
  race: ['white', 'other'],
};

const undecided: MatchAnswers = { age: '18-35', look: 'normal', race: 'white' };

/**
 * Three questions whose answers choose a drawing (docs/product.md 10.7). The answers only exist in this
 * component: they are neither stored nor sent.
 */
export default function MatchFinder() {
  const { t } = useTranslation('match_finder');
  const [answers, setAnswers] = useState<Partial<MatchAnswers>>({});
  const [at, setAt] = useState(0);
  const question = questions[at];
  return (
    <Page
      title={t('title')}
      description={t('description')}
      heading={<Stressed text={t('heading')} />}
      lead={t('lead')}
      width="narrow"
      isPublic
    >
      <div className={styles['finder']} aria-live="polite">
        {question ? (
          <QuestionStep
            key={question}
            question={question}
            answers={{ ...undecided, ...answers }}
            chosen={answers[question]}
            onChoose={(answer) => {
              setAnswers({ ...answers, [question]: answer });
              setAt(at + 1);
            }}
            onBack={at > 0 ? () => setAt(at - 1) : undefined}
          />
        ) : (
          <Result
            answers={{ ...undecided, ...answers }}
            onBack={() => setAt(at - 1)}
            onAgain={() => {
              setAnswers({});
              setAt(0);
            }}
          />
        )}
      </div>
      <p className={styles['promise']}>
        <IconShield size={20} aria-hidden="true" />
        {t('promise')}
      </p>
    </Page>
  );
}

interface AskProps {
  question: Question;
  answers: MatchAnswers;
  chosen: string | undefined;
  onChoose: (answer: string) => void;
  onBack: (() => void) | undefined;
}

function QuestionStep({ question, answers, chosen, onChoose, onBack }: AskProps) {
  const { t } = useTranslation('match_finder');
  const number = questions.indexOf(question) + 1;
  const heading = useHeadingFocus(number > 1);
  return (
    <section className={styles['ask']} aria-labelledby="question">
      <div className={styles['steps']} aria-hidden="true">
        {questions.map((each, place) => (
          <span key={each} data-done={place < number || undefined} />
        ))}
      </div>
      <p className={styles['step']}>{t('step', { number, of: questions.length })}</p>
      <h2 id="question" ref={heading} tabIndex={-1}>
        {t(`${question}.question`)}
      </h2>
      <div className={styles['options']}>
        {options[question].map((option) => (
          <button
            key={option}
            type="button"
            data-waits-for-app=""
            aria-pressed={chosen === option}
            className={styles['option']}
            onClick={() => onChoose(option)}
          >
            <MatchDrawing answers={{ ...answers, [question]: option }} />
            <span>{t(`${question}.${option}`)}</span>
          </button>
        ))}
      </div>
      {onBack && (
        <Button look="quiet" icon={<IconArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
          {t('back')}
        </Button>
      )}
    </section>
  );
}

function Result({
  answers,
  onBack,
  onAgain,
}: {
  answers: MatchAnswers;
  onBack: () => void;
  onAgain: () => void;
}) {
  const { t } = useTranslation('match_finder');
  const user = useUser();
  const { name } = useSettings();
  const heading = useHeadingFocus(true);
  return (
    <section className={styles['result']} aria-labelledby="drawing">
      <div className={styles['picture']}>
        <MatchDrawing answers={answers} label={t('alt')} />
      </div>
      <div className={styles['words']}>
        <h2 id="drawing" ref={heading} tabIndex={-1}>
          <Trans t={t} i18nKey="result.heading" components={{ em: <em /> }} />
        </h2>
        <p>{t('result.text', { site: name })}</p>
        <ButtonLink to={user ? '/members' : '/signup'} size="l">
          {t(user ? 'result.members' : 'result.signup')}
          <IconArrowRight size={20} aria-hidden="true" />
        </ButtonLink>
        <div className={styles['ways']}>
          <Button look="quiet" icon={<IconArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
            {t('back')}
          </Button>
          <Button look="quiet" icon={<IconReload size={18} aria-hidden="true" />} onClick={onAgain}>
            {t('again')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Focuses the heading of a new question so that screen readers announce it, but not on page load. */
function useHeadingFocus(moved: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (moved) heading.current?.focus({ preventScroll: true });
  }, [moved]);
  return heading;
}
