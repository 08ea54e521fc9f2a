import { TagsInput, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate, operationQuery } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { ApiError } from '../../../api/refusals.ts';
import { useBegun } from '../../../kept/use-kept.ts';
import type { Contact } from '../types.ts';

const mostTags = 20;

/** Name, e-mail and tags; each is saved on blur. */
export function ContactFields({ contact }: { contact: Contact }) {
  const { t } = useTranslation('inbox');
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<{ field: string; text: string } | null>(null);
  const path = { phone: contact.id };

  /** Returns whether the save succeeded. */
  const save = async (field: 'name' | 'email' | 'tags', request: () => Promise<Contact>): Promise<boolean> => {
    setRefusal(null);
    try {
      client.setQueryData(operationQuery('getContact', { path }).queryKey, await request());
      if (field === 'name') invalidate(client, [...reads.conversations, ...reads.conversation]);
      return true;
    } catch (error) {
      const isBadEmail = error instanceof ApiError && error.fields.email !== undefined;
      setRefusal({ field, text: isBadEmail ? t('panel.badEmail') : (error as Error).message });
      return false;
    }
  };
  const errorOf = (field: string) => (refusal?.field === field ? refusal.text : null);

  return (
    <>
      <SavedText
        label={t('panel.name')}
        place={`contact.${contact.id}.name`}
        value={contact.name ?? ''}
        maxLength={120}
        error={errorOf('name')}
        onSave={(name) => save('name', () => call('updateContact', { path, body: { name } }))}
      />
      <SavedText
        label={t('panel.email')}
        place={`contact.${contact.id}.email`}
        value={contact.email ?? ''}
        maxLength={254}
        error={errorOf('email')}
        onSave={(email) => save('email', () => call('updateContact', { path, body: { email } }))}
      />
      <Tags
        tags={contact.tags}
        error={errorOf('tags')}
        onSave={(tags) => save('tags', () => call('replaceContactTags', { path, body: { tags } }))}
      />
    </>
  );
}

interface SavedTextProps {
  label: string;
  /** Place of the kept text until it is saved. */
  place: string;
  value: string;
  maxLength: number;
  error: string | null;
  onSave(value: string): Promise<boolean>;
}

function SavedText({ label, place, value, maxLength, error, onSave }: SavedTextProps) {
  const { t } = useTranslation();
  const [typed, setTyped, begun] = useBegun<string | null>(place, null);
  const leave = async () => {
    if (typed === null) return;
    // Keep rejected input so that it can be corrected.
    if (typed.trim() === value || (await onSave(typed.trim()))) setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key === 'Escape') setTyped(null);
  };
  return (
    <TextInput
      label={label}
      value={typed ?? value}
      maxLength={maxLength}
      error={error ?? (begun.continuedFrom === null || typed === null ? null : t('begun.unsaved'))}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={onKeyDown}
    />
  );
}

interface TagsProps {
  tags: Contact['tags'];
  error: string | null;
  onSave(tags: string[]): void;
}

function Tags({ tags, error, onSave }: TagsProps) {
  const { t } = useTranslation('inbox');
  const { data } = useQuery(operationQuery('listContactTags'));
  return (
    <TagsInput
      label={t('panel.tags')}
      placeholder={tags.length === 0 ? t('panel.addTag') : ''}
      data={data?.data.map(({ name }) => name) ?? []}
      value={tags.map(({ name }) => name)}
      maxTags={mostTags}
      error={error}
      onChange={onSave}
    />
  );
}
