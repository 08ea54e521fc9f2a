import { ActionIcon, Group, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconCheck, IconMicrophone, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyFailure, notifyTrouble } from '../../../components/feedback/notify.ts';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { microphoneState, record } from '../../../reserved/microphone.ts';

const longestSeconds = 300;

interface Recording {
  recorder: MediaRecorder;
  startedAt: number;
}

/** Records a voice message of at most five minutes, which becomes an attachment. */
export function VoiceRecorder({ onRecorded }: { onRecorded(files: File[]): void }) {
  const { t } = useTranslation('inbox');
  const [recording, setRecording] = useState<Recording | null>(null);
  useEffect(() => () => recording?.recorder.stop(), [recording]);
  const state = microphoneState();
  if (state === 'absent') return null;
  const begin = async () => {
    if (state === 'reserved') return notifyTrouble(t('composer.reservedMicrophone'));
    try {
      setRecording({ recorder: await record(onRecorded), startedAt: Date.now() });
    } catch (error) {
      notifyFailure(new Error(t('composer.noMicrophone', { reason: (error as Error).message })));
    }
  };
  if (recording) return <Running recording={recording} onEnd={() => setRecording(null)} />;
  return (
    <ToolButton label={t('composer.record')} onClick={begin}>
      <IconMicrophone size={20} aria-hidden />
    </ToolButton>
  );
}

function Running({ recording: { recorder, startedAt }, onEnd }: { recording: Recording; onEnd(): void }) {
  const { t } = useTranslation('inbox');
  const [seconds, setSeconds] = useState(0);
  const discard = useRef(false);
  useInterval(() => setSeconds(Math.floor((Date.now() - startedAt) / 1_000)), 500, { autoInvoke: true });
  const end = () => {
    if (discard.current) recorder.ondataavailable = null;
    onEnd();
  };
  useEffect(() => {
    if (seconds >= longestSeconds) onEnd();
  }, [seconds, onEnd]);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Group gap={4} wrap="nowrap" className="ib-recording">
      {/* It is where the recording was begun, so a second click there loses nothing. */}
      <ActionIcon variant="light" size="lg" aria-label={t('composer.stop')} onClick={end}>
        <IconCheck size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm" role="timer" className="ib-nowrap fd-figures">
        {t('composer.recording', { time })}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('composer.discard')}
        onClick={() => {
          discard.current = true;
          end();
        }}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
