import { Button, Center, Checkbox, Group, Image, Progress, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { browserPlace } from '../../components/form/countries-timezones.ts';
import type { Form } from '../../components/form/form.ts';
import type { ConsoleState } from '../../session.ts';
import en from '../../words/en/wizard.json' with { type: 'json' };
import es from '../../words/es/wizard.json' with { type: 'json' };
import { addWords, type Language } from '../../words/index.ts';
import pt from '../../words/pt/wizard.json' with { type: 'json' };
import { desktop } from '../settings/desktop.ts';
import { type Answers, DataStep, LanguageStep, PlaceStep, ShopStep } from './steps.tsx';

addWords('wizard', { en, pt, es });

const steps = ['language', 'shop', 'place', 'data', 'done'] as const;

/** Setup wizard of a new shop. Nothing is saved before the last answer. */
export default function Wizard({ workspace }: Pick<ConsoleState, 'workspace'>) {
  const client = useQueryClient();
  const [step, setStep] = useState(0);
  const form = useForm<Answers>({
    initialValues: {
      name: '',
      personName: '',
      country: workspace.country,
      ...browserPlace(),
      data: 'empty',
      startsAtLogin: true,
    },
  });
  const setup = useSetup(form.values, () => setStep(steps.length - 1));
  const name = steps[step];
  const onNext = () => {
    if (name === 'done') {
      const { startsAtLogin } = form.values;
      desktop()?.chooseForComputer({ startsAtLogin }).catch(notifyFailure);
      client.resetQueries();
    } else if (name === 'data') setup.finish();
    else setStep(step + 1);
  };
  const goOnEmpty = () => {
    form.setFieldValue('data', 'empty');
    setup.leaveOut();
  };
  const { work, error } = setup;
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack className="fd-card" maw={560} w="100%" gap="lg" p={{ base: 'md', sm: 'xl' }}>
        <Head step={step} />
        {work === 'filling' || work === 'filling failed' ? (
          <Filling error={work === 'filling failed' ? error : null} onRetry={setup.fill} onGoOn={goOnEmpty} />
        ) : (
          <form onSubmit={form.onSubmit(onNext)} noValidate>
            <Stack gap="lg">
              <Question step={step} form={form} />
              {error && <Failure error={error} />}
              <StepButtons
                step={step}
                isBusy={work !== 'none'}
                isReady={name !== 'shop' || form.values.name.trim() !== ''}
                onBack={() => setStep(step - 1)}
              />
            </Stack>
          </form>
        )}
      </Stack>
    </Center>
  );
}

/** State of the setup after the last answer. */
type Work = 'none' | 'setting up' | 'filling' | 'filling failed';

/** Saves the shop, then creates demo data if chosen. */
function useSetup({ data, personName, startsAtLogin: _, ...place }: Answers, onDone: () => void) {
  const language = useTranslation().i18n.language as Language;
  const [work, setWork] = useState<Work>('none');
  const [error, setError] = useState<Error | null>(null);
  const end = () => {
    setWork('none');
    onDone();
  };
  const fill = async () => {
    setWork('filling');
    try {
      await call('createDemo', { body: { language } });
      end();
    } catch (failure) {
      setError(failure as Error);
      setWork('filling failed');
    }
  };
  const finish = async () => {
    setError(null);
    setWork('setting up');
    try {
      const person = personName.trim() === '' ? {} : { personName: personName.trim() };
      await call('finishSetup', { body: { ...place, ...person, language, name: place.name.trim() } });
    } catch (failure) {
      setError(failure as Error);
      setWork('none');
      return;
    }
    if (data === 'demo') await fill();
    else end();
  };
  return { work, error, finish, fill, leaveOut: end };
}

function Question({ step, form }: { step: number; form: Form<Answers> }) {
  switch (steps[step]) {
    case 'language':
      return <LanguageStep />;
    case 'shop':
      return <ShopStep form={form} />;
    case 'place':
      return <PlaceStep form={form} />;
    case 'data':
      return <DataStep form={form} />;
    default:
      return <Done form={form} />;
  }
}

interface StepButtonsProps {
  step: number;
  isBusy: boolean;
  isReady: boolean;
  onBack(): void;
}

function StepButtons({ step, isBusy, isReady, onBack }: StepButtonsProps) {
  const { t } = useTranslation('wizard');
  const name = steps[step];
  return (
    <Group justify="space-between">
      {step > 0 && name !== 'done' ? (
        <Button variant="default" onClick={onBack} disabled={isBusy}>
          {t('shell:common.back')}
        </Button>
      ) : (
        <span />
      )}
      <Button type="submit" loading={isBusy} disabled={!isReady}>
        {name === 'done' ? t('open') : name === 'data' ? t('finish') : t('shell:common.next')}
      </Button>
    </Group>
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

function Done({ form }: { form: Form<Answers> }) {
  const { t } = useTranslation('wizard');
  const answers = form.values;
  return (
    <div>
      <Title order={2} size="h3" mb="xs">
        {t('doneTitle', { name: answers.name.trim() })}
      </Title>
      <Text>{t(answers.data === 'demo' ? 'doneDemo' : 'doneEmpty')}</Text>
      {desktop() && (
        <Checkbox
          mt="lg"
          label={t('startsAtLogin')}
          description={t('startsAtLoginHelp')}
          {...form.getInputProps('startsAtLogin', { type: 'checkbox' })}
        />
      )}
    </div>
  );
}

interface FillingProps {
  error: Error | null;
  onRetry(): void;
  onGoOn(): void;
}

/** The shop is already saved; creating the demo data can be retried or skipped. */
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
