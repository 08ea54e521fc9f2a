import { Alert, Button, Center, Image, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { type LoginDraft, logIn } from './api/login.ts';
import { keepPageSecret } from './api/page-secret.ts';
import { fieldsOf } from './components/form/use-save.ts';
import { sessionQuery } from './session.ts';

/** The name with which somebody signed in here last. */
const nameKey = 'frontdesk.name';

/** Signs in by the link's token in the URL's fragment or by name and passphrase. */
export default function Login() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [path, navigate] = useLocation();
  const [refusal, setRefusal] = useState<string | null>(null);

  const signIn = useCallback(
    async (by: LoginDraft) => {
      try {
        const { pageSecret } = await logIn(by);
        keepPageSecret(pageSecret);
        // Cancel a request sent without the session: its response would replace the new one.
        await client.cancelQueries(sessionQuery);
        // Another person may have read with the session before.
        await client.resetQueries();
        // A person who was signed out returns to the same screen.
        if (path === '/login') navigate('/', { replace: true });
      } catch (error) {
        setRefusal(fieldsOf(error as Error).name === undefined ? (error as Error).message : t('login.nameNeeded'));
      }
    },
    [client, path, navigate, t],
  );

  // A link works once, and effects may run twice.
  const isTokenUsed = useRef(false);
  useEffect(() => {
    const token = window.location.hash.slice(1);
    if (token === '' || isTokenUsed.current) return;
    isTokenUsed.current = true;
    window.history.replaceState(null, '', '/login');
    signIn({ token });
  }, [signIn]);

  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack className="fd-card" maw={380} w="100%" gap="md">
        <Image src="/icon.svg" alt="" w={56} h={56} />
        <Title order={1} size="h2">
          {t('login.title')}
        </Title>
        {refusal && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        <Text size="sm">{t('login.help')}</Text>
        <PassphraseForm onSignIn={signIn} />
      </Stack>
    </Center>
  );
}

function PassphraseForm({ onSignIn }: { onSignIn(login: LoginDraft): void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(() => localStorage.getItem(nameKey) ?? '');
  const [passphrase, setPassphrase] = useState('');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    localStorage.setItem(nameKey, name.trim());
    onSignIn({ passphrase, ...(name.trim() === '' ? {} : { name: name.trim() }) });
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('login.lan')}
        </Text>
        <TextInput
          label={t('login.name')}
          autoComplete="username"
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('login.passphrase')}
          autoComplete="current-password"
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <Button type="submit" disabled={passphrase === ''}>
          {t('login.signIn')}
        </Button>
      </Stack>
    </form>
  );
}
