import { Button, Group, Select, Stack, TagsInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../components/feedback/failure.tsx';
import { languageOptions } from '../../components/form/language-options.ts';
import { useSave } from '../../components/form/use-save.ts';
import { useBegun } from '../../kept/use-kept.ts';
import type { Language } from '../../words/index.ts';
import { type SynonymGroup, synonymsQuery } from './queries.ts';
import { changeGroups, isWord, keyOf, mostWords } from './synonyms.ts';

interface SynonymsFormProps {
  /** Null: a new group. */
  group: SynonymGroup | null;
  onClose(): void;
}

/** A group of synonyms and its language. */
export function SynonymsForm({ group, onClose }: SynonymsFormProps) {
  const { t } = useTranslation('knowledge');
  const first: SynonymGroup = group ?? { words: [], language: null };
  const [draft, setDraft, begun] = useBegun(`synonyms.${group ? keyOf(group) : 'new'}`, first);
  const { words, language } = draft;
  const [wasSent, setWasSent] = useState(false);
  const save = useGroupSave(group);
  const wrongWord = words.find((word) => !isWord(word));
  const areFew = words.length < 2;
  const end = () => {
    begun.forget();
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (wrongWord === undefined && !areFew) save.mutate(draft, { onSuccess: end });
  };
  const faultOfWords = () => {
    if (wrongWord !== undefined) return t('synonyms.wrongWord', { word: wrongWord });
    return wasSent && areFew && t('synonyms.wordsFew');
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TagsInput
          label={t('synonyms.words')}
          description={t('synonyms.wordsHelp')}
          required
          data-autofocus
          maxTags={mostWords}
          splitChars={[' ', ',', ';']}
          value={words}
          error={faultOfWords()}
          // Clear the fault while typing; if it disappeared on blur, it would move the button under the pointer.
          onSearchChange={() => setWasSent(false)}
          onChange={(typed) => setDraft({ language, words: separate(typed) })}
        />
        <Select
          label={t('synonyms.language')}
          placeholder={t('synonyms.allLanguages')}
          data={languageOptions}
          clearable
          clearButtonProps={{ 'aria-label': t('synonyms.allLanguages') }}
          value={language}
          onChange={(chosen) => setDraft({ language: chosen as Language | null, words })}
        />
        {save.error && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={end}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('shell:common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Replaces the edited group, or appends a new one. */
const useGroupSave = (edited: SynonymGroup | null) =>
  useSave(
    synonymsQuery.queryKey,
    (draft: SynonymGroup) => {
      const isOld = (one: SynonymGroup) => edited !== null && keyOf(one) === keyOf(edited);
      return changeGroups((groups) =>
        groups.some(isOld) ? groups.map((one) => (isOld(one) ? draft : one)) : [...groups, draft],
      );
    },
    { quiet: true },
  );

/** Phone keyboards do not report the space key, so one entry may hold several words. */
const separate = (typed: string[]): string[] => [...new Set(typed.flatMap((text) => text.match(/[^\s,;]+/g) ?? []))];
