import '../templates.css';
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../../../api/client.ts';
import { invalidate } from '../../../../api/query.ts';
import { reads } from '../../../../api/reads.ts';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { notifyDone } from '../../../../components/feedback/notify.ts';
import type { Form } from '../../../../components/form/form.ts';
import { Card } from '../../../../components/page/page.tsx';
import { PhonePreview } from '../../../../components/phone/phone-preview.tsx';
import { BegunNote } from '../../../../kept/begun-note.tsx';
import { useBegunForm } from '../../../../kept/use-begun-form.ts';
import { useConsole } from '../../../../session.ts';
import type { Channel } from '../queries.ts';
import { BodyFields } from './body-fields.tsx';
import { ButtonFields } from './button-fields.tsx';
import { type Draft, toBody } from './draft.ts';
import { FirstFields } from './first-fields.tsx';
import { HeaderFields } from './header-fields.tsx';
import { showDraft } from './show-draft.ts';
import { type Findings, useFindings } from './use-findings.tsx';

export interface PartProps {
  form: Form<Draft>;
  notes: Findings;
  /** Whether faults of a field are shown: it was written in, or the form was submitted. */
  isWritten(field: string): boolean;
  channel: Channel;
}

interface EditorProps {
  channel: Channel;
  /** Place of the kept draft until it is submitted. */
  place: string;
  initial: Draft;
}

/** The form of a template beside its preview; what is wrong is told at its place while it is written. */
export function Editor({ channel, place, initial }: EditorProps) {
  const { t } = useTranslation('templates');
  const { workspace } = useConsole();
  const [wasSubmitted, setWasSubmitted] = useState(false);
  // A picture is shown by an address of this page.
  const { form, begun } = useBegunForm(place, initial, ['previewUrl']);
  const draft = draftOf(form, channel);
  const submit = useSubmit(channel, begun.forget);
  const notes = useFindings(channel.id, draft);
  const isWritten = (field: string) => wasSubmitted || hasText(draft, field);
  const part = { form, notes, isWritten, channel };
  const hasFaults = notes.isCurrent && notes.faults.length > 0;
  const onSubmit = form.onSubmit(() => {
    setWasSubmitted(true);
    // Before the check of the last letters came back, the server decides.
    if (!hasFaults) submit.mutate(draft);
  });
  const startOver = () => {
    begun.startOver();
    setWasSubmitted(false);
  };
  return (
    <div className="te">
      <form onSubmit={onSubmit} noValidate className="te-form">
        <Stack gap="lg">
          <BegunNote begun={begun} />
          <FirstFields {...part} />
          <HeaderFields {...part} />
          <BodyFields {...part} />
          <TextInput
            label={t('editor.footer')}
            maxLength={60}
            {...form.getInputProps('footer')}
            {...notes.at('footer', isWritten('footer'), t('editor.footerHelp'))}
          />
          <ButtonFields {...part} />
          {wasSubmitted && hasFaults && (
            <Alert color="red" role="alert">
              {t('editor.faults', { count: notes.faults.length })}
            </Alert>
          )}
          {submit.error && !hasFaults && <Failure error={submit.error} />}
          <Group justify="space-between">
            <Button variant="subtle" color="gray" onClick={startOver} disabled={!form.isDirty()}>
              {t('editor.startOver')}
            </Button>
            <Button type="submit" loading={submit.isPending}>
              {t(channel.provider === 'CLOUD_API' ? 'editor.submit' : 'editor.create')}
            </Button>
          </Group>
        </Stack>
      </form>
      <aside className="te-aside" aria-label={t('editor.preview')}>
        <Card title={t('editor.preview')}>
          <PhonePreview shop={workspace.name} message={showDraft(draft)} />
        </Card>
      </aside>
    </div>
  );
}

/** Whether something stands in a field, such as `buttons.0.text`. */
const hasText = (draft: Draft, field: string): boolean => {
  const value = field.split('.').reduce<unknown>((within, key) => (within as Record<string, unknown>)?.[key], draft);
  return typeof value === 'string' ? value !== '' : Object.keys(value ?? {}).length > 0;
};

/** The written draft. A local template needs no sample at a platform. */
function draftOf({ values }: Form<Draft>, { provider }: Channel): Draft {
  const isLocalFile = provider !== 'CLOUD_API' && values.format !== 'NONE' && values.format !== 'TEXT';
  return isLocalFile ? { ...values, handle: 'local' } : values;
}

function useSubmit(channel: Channel, forget: () => void) {
  const { t } = useTranslation('templates');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (draft: Draft) => call('createChatTemplate', { path: { channelId: channel.id }, body: toBody(draft) }),
    onSuccess: ({ id, status }) => {
      forget();
      invalidate(client, reads.templates);
      notifyDone(t(`submitted.${status}`));
      navigate(`/library/templates/${id}`);
    },
  });
}
