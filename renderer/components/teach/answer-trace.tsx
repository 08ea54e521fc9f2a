import './words.ts';
import './teach.css';
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../api/operations.ts';
import { numberFormat } from '../values/formatters.ts';

export type Trace = Result<'tryAgent'>['trace'];
type Found = Trace['sources'][number];
type Question = Trace['understood'][number];

interface AnswerTraceProps {
  trace: Trace;
  /** Teaches one question of the message; absent: nobody may. */
  onTeach?: ((question: string) => void) | undefined;
}

/** Why an agent said something: what it understood, found and used, how sure it was, and what was cut. */
export function AnswerTrace({ trace, onTeach }: AnswerTraceProps) {
  const { t } = useTranslation('teach');
  const { understood, cut, fellBack } = trace;
  const { nameOf } = useTraceFormats();
  const told = new Set(understood.flatMap(({ found }) => found.map(nameOf)));
  const used = distinct(trace.sources).filter((source) => !told.has(nameOf(source)));
  return (
    <div className="fd-trace">
      {understood.length > 0 && (
        <Part title={t('understood')}>
          {understood.map((question, index) => (
            <li key={index}>
              <Understood question={question} trace={trace} />
              {onTeach && understood.length > 1 && isLeft(question) && (
                <Button size="compact-xs" variant="light" onClick={() => onTeach(question.question)}>
                  {t('teach')}
                </Button>
              )}
            </li>
          ))}
        </Part>
      )}
      {used.length > 0 && (
        <Part title={t('used')}>
          {used.map((source) => (
            <li key={nameOf(source)}>
              {isCertain(source) ? nameOf(source) : <FoundLine found={source} trace={trace} />}
            </li>
          ))}
        </Part>
      )}
      {understood.length === 0 && used.length === 0 && <p>{t('nothing')}</p>}
      {cut.length > 0 && (
        <Part title={t('cut')}>
          {cut.map(({ text, why }, index) => (
            <li key={index}>
              “{text}” – {t(`cutWhy.${why}`)}
            </li>
          ))}
        </Part>
      )}
      {fellBack && <p>{t('fellBack')}</p>}
      <Foot trace={trace} />
    </div>
  );
}

/** Whether a question got no answer. */
export const isLeft = ({ outcome }: Question): boolean => outcome === 'unsure' || outcome === 'unknown';

/** Several facts may come from the same source. */
const distinct = (found: Found[]): Found[] =>
  [...new Map(found.toReversed().map((one) => [`${one.kind} ${one.title}`, one])).values()].reverse();

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Text size="xs" fw={650} component="p">
        {title}
      </Text>
      <ul>{children}</ul>
    </>
  );
}

/** Below it what was found has nothing to do with the question. */
const leastNear = 0.1;

/** One question of the message, what was found for it, and what became of it. */
function Understood({ question, trace }: { question: Question; trace: Trace }) {
  const { t } = useTranslation('teach');
  const { percent, nameOf } = useTraceFormats();
  const found = distinct(question.found).filter(({ score }) => score >= leastNear);
  const [best] = found;
  const threshold = percent(trace.scores.threshold ?? 0);
  return (
    <>
      “{question.question}”{question.about !== null && ` (${t('about', { about: question.about })})`}
      {!isLeft(question) && found.length > 0 && (
        <ul>
          {found.map((one) => (
            <li key={nameOf(one)}>
              <FoundLine found={one} trace={trace} />
            </li>
          ))}
        </ul>
      )}
      {question.outcome === 'asked_back' && <p>{t('outcomes.asked_back')}</p>}
      {isLeft(question) && best && (
        <p>{t('outcomes.unsure', { source: capital(nameOf(best)), percent: percent(best.score), threshold })}</p>
      )}
      {isLeft(question) && !best && <p>{t('outcomes.unknown')}</p>}
    </>
  );
}

function FoundLine({ found, trace }: { found: Found; trace: Trace }) {
  const { t } = useTranslation('teach');
  const { percent, nameOf } = useTraceFormats();
  const sureness = t(`sureness.${surenessOf(found.score, trace.scores.threshold ?? 0)}`);
  return t('found', { source: nameOf(found), sureness, percent: percent(found.score) });
}

function Foot({ trace: { engine, milliseconds, language } }: { trace: Trace }) {
  const { t, i18n } = useTranslation('teach');
  const unit = milliseconds < 1_000 ? 'millisecond' : 'second';
  const time = numberFormat(i18n.language, { style: 'unit', unit, maximumFractionDigits: unit === 'second' ? 1 : 0 });
  const languages = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const took = time.format(unit === 'second' ? milliseconds / 1_000 : Math.max(1, milliseconds));
  return (
    <Text size="xs" c="dimmed" component="p">
      {[t(`engines.${engine}`), took, languages.of(language)].join(' · ')}
    </Text>
  );
}

/** Titles of these kinds are not words of the shop. */
const untitled = new Set<Found['kind']>(['hours', 'greeting']);
/** What was not searched for has no score that says something. */
const isCertain = ({ kind, score }: Found): boolean => untitled.has(kind) && score === 1;

const surenessOf = (score: number, threshold: number): 'very' | 'enough' | 'low' =>
  score < threshold ? 'low' : score >= (1 + threshold) / 2 ? 'very' : 'enough';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** How sources and scores are written. */
export function useTraceFormats() {
  const { t, i18n } = useTranslation('teach');
  const percent = numberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  return {
    percent: (score: number) => percent.format(score),
    nameOf: ({ kind, title }: Found) => `${t(`sources.${kind}`)}${untitled.has(kind) ? '' : ` “${title}”`}`,
  };
}
