import { Button, FileInput, Group, Stack, Tabs, Textarea, TextInput } from '@mantine/core';
import { IconFileUpload, IconTextCaption, IconWorld } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, upload } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { ApiError } from '../../api/refusals.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { notifyDone } from '../../components/feedback/notify.ts';
import { Card } from '../../components/page/page.tsx';
import { useBegun } from '../../kept/use-kept.ts';
import type { Source } from './queries.ts';

const accepted = '.pdf,.docx,.md,.markdown,.html,.htm,.txt';

type Draft =
  | { kind: 'text'; name: string; content: string }
  | { kind: 'upload'; file: File }
  | { kind: 'url'; url: string };

/** Adds a text, a file or a web page; indexing runs in the background. */
export function AddSource({ baseId }: { baseId: string }) {
  const { t } = useTranslation('knowledge');
  const client = useQueryClient();
  const [kind, setKind] = useState<string | null>('text');
  const add = useMutation({
    mutationFn: (draft: Draft) => send(baseId, draft),
    onSuccess: ({ name }) => {
      notifyDone(t('addSource.added', { name }));
      invalidate(client, reads.knowledge);
    },
  });
  const choose = (chosen: string | null) => {
    add.reset();
    setKind(chosen);
  };
  const shared = {
    isPending: add.isPending,
    onAdd: (draft: Draft, onDone: () => void) => add.mutate(draft, { onSuccess: onDone }),
  };
  return (
    <Card title={t('addSource.title')}>
      <Tabs value={kind} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="text" leftSection={<IconTextCaption size={16} aria-hidden />}>
            {t('addSource.text')}
          </Tabs.Tab>
          <Tabs.Tab value="upload" leftSection={<IconFileUpload size={16} aria-hidden />}>
            {t('addSource.upload')}
          </Tabs.Tab>
          <Tabs.Tab value="url" leftSection={<IconWorld size={16} aria-hidden />}>
            {t('addSource.url')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="text">
          <TextForm place={`knowledge.${baseId}.text`} {...shared} />
        </Tabs.Panel>
        <Tabs.Panel value="upload">
          <FileForm {...shared} />
        </Tabs.Panel>
        <Tabs.Panel value="url">
          <UrlForm place={`knowledge.${baseId}.url`} {...shared} />
        </Tabs.Panel>
      </Tabs>
      {add.error && <Failure error={toWords(add.error, t)} />}
    </Card>
  );
}

function send(baseId: string, draft: Draft): Promise<Source> {
  const path = { id: baseId };
  switch (draft.kind) {
    case 'text':
      return call('createKnowledgeBaseText', { path, body: { name: draft.name, content: draft.content } });
    case 'url':
      return call('createKnowledgeBaseUrl', { path, body: { url: draft.url } });
    case 'upload':
      return upload('uploadKnowledgeBaseSource', { path }, draft.file);
  }
}

const told = ['name_taken', 'content_taken', 'url_taken', 'outbound_not_allowed', 'payload_too_large'];

/** Translates common rejections; keeps the server's text of others. */
function toWords(error: Error, t: (key: string) => string): Error {
  return error instanceof ApiError && told.includes(error.code)
    ? new Error(t(`addSource.refused.${error.code}`))
    : error;
}

interface FormProps {
  isPending: boolean;
  onAdd(draft: Draft, onDone: () => void): void;
}

function TextForm({ place, isPending, onAdd }: FormProps & { place: string }) {
  const { t } = useTranslation('knowledge');
  const [{ name, content }, set, begun] = useBegun(place, { name: '', content: '' });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onAdd({ kind: 'text', name: name.trim(), content }, begun.forget);
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t('addSource.name')}
          required
          maxLength={120}
          value={name}
          onChange={(event) => set({ name: event.currentTarget.value, content })}
        />
        <Textarea
          label={t('addSource.content')}
          description={t('addSource.contentHelp')}
          required
          autosize
          minRows={4}
          maxRows={14}
          maxLength={200_000}
          value={content}
          onChange={(event) => set({ name, content: event.currentTarget.value })}
        />
        <Submit isPending={isPending} isReady={name.trim() !== '' && content.trim() !== ''} />
      </Stack>
    </form>
  );
}

function FileForm({ isPending, onAdd }: FormProps) {
  const { t } = useTranslation('knowledge');
  const [file, setFile] = useState<File | null>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (file) onAdd({ kind: 'upload', file }, () => setFile(null));
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FileInput
          label={t('addSource.file')}
          description={t('addSource.fileHelp')}
          placeholder={t('addSource.choose')}
          accept={accepted}
          required
          value={file}
          onChange={setFile}
        />
        <Submit isPending={isPending} isReady={file !== null} />
      </Stack>
    </form>
  );
}

function UrlForm({ place, isPending, onAdd }: FormProps & { place: string }) {
  const { t } = useTranslation('knowledge');
  const [url, setUrl, begun] = useBegun(place, '');
  const isAddress = URL.canParse(url.trim()) && /^https?:/.test(url.trim());
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onAdd({ kind: 'url', url: url.trim() }, begun.forget);
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput
          label={t('addSource.address')}
          description={t('addSource.addressHelp')}
          placeholder="https://"
          inputMode="url"
          required
          maxLength={2_000}
          value={url}
          error={url !== '' && !isAddress && t('addSource.wrongAddress')}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Submit isPending={isPending} isReady={isAddress} />
      </Stack>
    </form>
  );
}

function Submit({ isPending, isReady }: { isPending: boolean; isReady: boolean }) {
  const { t } = useTranslation('knowledge');
  return (
    <Group justify="flex-end">
      <Button type="submit" loading={isPending} disabled={!isReady}>
        {t('shell:common.add')}
      </Button>
    </Group>
  );
}
