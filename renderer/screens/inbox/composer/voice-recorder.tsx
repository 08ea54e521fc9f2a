import { ActionIcon, Group, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconCheck, IconMicrophone, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { ToolButton } from '../../../components/page/tool-button.tsx';

/** What the vendors take, best first; the last is what every browser can record. */
const formats = [
  { mimeType: 'audio/ogg;codecs=opus', ending: 'ogg' },
  { mimeType: 'audio/mp4', ending: 'm4a' },
  { mimeType: 'audio/webm;codecs=opus', ending: 'webm' },
];
const longestSeconds = 300;

/** Browsers give the microphone only to pages of this machine or over https. */
const canRecord = 'MediaRecorder' in window && navigator.mediaDevices !== undefined;

interface Recording {
  recorder: MediaRecorder;
  startedAt: number;
}

/** Records a voice message of at most five minutes, which becomes an attachment. */
export function VoiceRecorder({ onRecorded }: { onRecorded(files: File[]): void }) {
  const { t } = useTranslation('inbox');
  const [recording, setRecording] = useState<Recording | null>(null);
  useEffect(() => () => recording?.recorder.stop(), [recording]);
  if (!canRecord) return null;
  const begin = async () => {
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

/** Starts recording; `onRecorded` gets the file when the recorder stops. */
async function record(onRecorded: (files: File[]) => void): Promise<MediaRecorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const format = formats.find(({ mimeType }) => MediaRecorder.isTypeSupported(mimeType));
  const recorder = new MediaRecorder(stream, format && { mimeType: format.mimeType });
  recorder.ondataavailable = ({ data }) => {
    const name = `voice.${format?.ending ?? 'webm'}`;
    if (data.size > 0) onRecorded([new File([data], name, { type: data.type.split(';')[0] ?? '' })]);
  };
  recorder.onstop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  recorder.start();
  return recorder;
}
