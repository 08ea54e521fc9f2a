import { Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { notifyDone } from '../../../components/feedback/notify.ts';
import { languageOptions } from '../../../components/form/language-options.ts';
import { fieldsOf, restOf } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import { useConsole } from '../../../session.ts';
import { chooseLanguage, type Language, languages } from '../../../words/index.ts';
import { peopleReads } from '../queries.ts';
import { leastLength, PassphraseField, useWeakness } from './passphrase-field.tsx';

/** What everyone sets for themselves: name, passphrase and language. */
export const MeSection = () => (
  <>
    <NameCard />
    <PassphraseCard />
    <LanguageCard />
  </>
);

function NameCard() {
  const { t } = useTranslation('people');
  const client = useQueryClient();
  const { user } = useConsole();
  const [name, setName] = useState(user.name);
  const save = useMutation({
    mutationFn: () => call('renameSelf', { body: { name: name.trim() } }),
    onSuccess: () => {
      notifyDone(t('shell:common.saved'));
      return invalidate(client, peopleReads);
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Card title={t('me.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack align="flex-start">
          <TextInput
            label={t('me.name')}
            description={t('me.nameHelp')}
            w="100%"
            maw={420}
            maxLength={80}
            autoComplete="name"
            value={name}
            error={save.error?.message}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={save.isPending} disabled={name.trim() === '' || name.trim() === user.name}>
            {t('shell:common.save')}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

/** Passphrase for signing in from other machines; a change needs the present one. */
function PassphraseCard() {
  const { t } = useTranslation('people');
  const client = useQueryClient();
  const { hasPassphrase } = useConsole();
  const [present, setPresent] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const weakness = useWeakness(passphrase);
  const set = useMutation({
    mutationFn: () => call('setPassphrase', { body: { passphrase, ...(hasPassphrase ? { present } : {}) } }),
    onSuccess: () => {
      setPresent('');
      setPassphrase('');
      notifyDone(t('passphrase.saved'));
      return invalidate(client, peopleReads);
    },
  });
  const rest = restOf(set.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate();
  };
  return (
    <Card title={t('passphrase.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t(hasPassphrase ? 'passphrase.isSet' : 'passphrase.isNotSet')}</Text>
          {hasPassphrase && (
            <PasswordInput
              label={t('passphrase.present')}
              maw={420}
              maxLength={200}
              autoComplete="current-password"
              value={present}
              error={fieldsOf(set.error).present && t('passphrase.wrong')}
              onChange={(event) => setPresent(event.currentTarget.value)}
            />
          )}
          <PassphraseField
            label={t(hasPassphrase ? 'passphrase.new' : 'passphrase.first')}
            description={t('passphrase.help', { count: leastLength })}
            value={passphrase}
            weakness={weakness}
            error={fieldsOf(set.error).passphrase}
            onChange={setPassphrase}
          />
          {rest && <Failure error={rest} />}
          <Group>
            <Button
              type="submit"
              loading={set.isPending}
              disabled={passphrase.length < leastLength || weakness !== null || (hasPassphrase && present === '')}
            >
              {t(hasPassphrase ? 'passphrase.change' : 'passphrase.set')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** Stored in this browser: the user may prefer another language than the shop's. */
function LanguageCard() {
  const { t, i18n } = useTranslation('people');
  return (
    <Card title={t('language.title')}>
      <Select
        label={t('language.label')}
        description={t('language.help')}
        maw={360}
        data={languageOptions}
        value={languages.find((language) => language === i18n.language) ?? 'en'}
        onChange={(value) => value !== null && chooseLanguage(value as Language)}
        allowDeselect={false}
      />
    </Card>
  );
}
