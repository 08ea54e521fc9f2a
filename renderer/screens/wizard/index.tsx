import { Button, Center, Group, Image, Progress, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Failure } from '../../components/failure.tsx';
import { useConsole } from '../../session.ts';
import en from '../../words/en/wizard.json' with { type: 'json' };
import es from '../../words/es/wizard.json' with { type: 'json' };
import { addWords, type Language } from '../../words/index.ts';
import pt from '../../words/pt/wizard.json' with { type: 'json' };
import { type Answers, DataStep, LanguageStep, PlaceStep, ShopStep } from './steps.tsx';

addWords('wizard', { en, pt, es });

const steps = ['language', 'shop', 'place', 'data', 'done'] as const;

/** What is being done after the last question. */
type Work = 'none' | 'setting up' | 'filling' | 'filling failed';

/** The first run: whose shop this is and where. Nothing is saved before the last question is answered. */
export default function Wizard() {
  const { t, i18n } = useTranslation('wizard');
  const language = i18n.language as Language;
  const client = useQueryClient();
  const { workspace } = useConsole();
  const [step, setStep] = useState(0);
  const [work, setWork] = useState<Work>('none');
  const [error, setError] = useState<Error | null>(null);
  const [answers, setAnswers] = useState<Answers>({
    name: '',
    country: workspace.country,
    timezone: workspace.timezone,
    data: 'empty',
  });
  const name = steps[step];
  const isFilling = work === 'filling' || work === 'filling failed';

  const change = (changes: Partial<Answers>) => setAnswers((present) => ({ ...present, ...changes }));

  const fill = async () => {
    setWork('filling');
    try {
      await call('createDemo', { body: { language } });
      setWork('none');
      setStep(steps.length - 1);
    } catch (failure) {
      setError(failure as Error);
      setWork('filling failed');
    }
  };

  const finish = async () => {
    const { data, ...place } = answers;
    setError(null);
    setWork('setting up');
    try {
      await call('finishSetup', { body: { ...place, language, name: place.name.trim() } });
    } catch (failure) {
      setError(failure as Error);
      setWork('none');
      return;
    }
    if (data === 'demo') return fill();
    setWork('none');
    setStep(steps.length - 1);
  };

  const goOnEmpty = () => {
    change({ data: 'empty' });
    setWork('none');
    setStep(steps.length - 1);
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name === 'done') client.resetQueries();
    else if (name === 'data') finish();
    else setStep(step + 1);
  };

  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack className="fd-card" maw={560} w="100%" gap="lg" p={{ base: 'md', sm: 'xl' }}>
        <Head step={step} />
        {isFilling ? (
          <Filling error={work === 'filling failed' ? error : null} onRetry={fill} onGoOn={goOnEmpty} />
        ) : (
          <form onSubmit={onSubmit} noValidate>
            <Stack gap="lg">
              {name === 'language' && <LanguageStep />}
              {name === 'shop' && <ShopStep answers={answers} onChange={change} />}
              {name === 'place' && <PlaceStep answers={answers} onChange={change} />}
              {name === 'data' && <DataStep answers={answers} onChange={change} />}
              {name === 'done' && <Done answers={answers} />}
              {error && <Failure error={error} />}
              <Group justify="space-between">
                {step > 0 && name !== 'done' ? (
                  <Button variant="default" onClick={() => setStep(step - 1)} disabled={work !== 'none'}>
                    {t('shell:common.back')}
                  </Button>
                ) : (
                  <span />
                )}
                <Button
                  type="submit"
                  loading={work === 'setting up'}
                  disabled={name === 'shop' && answers.name.trim() === ''}
                >
                  {name === 'done' ? t('open') : name === 'data' ? t('finish') : t('shell:common.next')}
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Stack>
    </Center>
  );
}

function Head({ step }: { step: number }) {
  const { t } = useTranslation('wizard');
  const place = t('step', { step: step + 1, count: steps.length });
  return (
    <Stack gap="sm">
      <Group gap="sm" wrap="nowrap">
        <Image src="/icon.svg" alt="" w={44} h={44} />
        <Title order={1} size="h2">
          {t('title')}
        </Title>
      </Group>
      {step === 0 && (
        <Text size="sm" c="dimmed">
          {t('intro')}
        </Text>
      )}
      <Progress value={((step + 1) / steps.length) * 100} size="sm" aria-label={place} />
      <Text size="sm" c="dimmed" aria-live="polite">
        {`${place}: ${t(`steps.${steps[step]}`)}`}
      </Text>
    </Stack>
  );
}

function Done({ answers }: { answers: Answers }) {
  const { t } = useTranslation('wizard');
  return (
    <div>
      <Title order={2} size="h3" mb="xs">
        {t('doneTitle', { name: answers.name.trim() })}
      </Title>
      <Text>{t(answers.data === 'demo' ? 'doneDemo' : 'doneEmpty')}</Text>
    </div>
  );
}

interface FillingProps {
  error: Error | null;
  onRetry(): void;
  onGoOn(): void;
}

/** The shop itself is saved by now: what fails here can be tried again or left out. */
function Filling({ error, onRetry, onGoOn }: FillingProps) {
  const { t } = useTranslation('wizard');
  if (error) {
    return (
      <Stack>
        <Text>{t('demoFailed')}</Text>
        <Failure error={error} onRetry={onRetry} />
        <Group justify="flex-end">
          <Button onClick={onGoOn}>{t('goOnEmpty')}</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack role="status">
      <Title order={2} size="h3">
        {t('filling')}
      </Title>
      <Progress value={100} animated size="lg" aria-label={t('filling')} />
      <Text c="dimmed">{t('fillingHelp')}</Text>
    </Stack>
  );
}
