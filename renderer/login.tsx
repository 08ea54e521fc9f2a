import { Alert, Button, Center, Image, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { logIn } from './api/login.ts';
import { keepPageSecret } from './api/page-secret.ts';
import { sessionQuery } from './session.ts';

/** Signs in by the link's token in the URL's fragment or by the passphrase. */
export function Login() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [refusal, setRefusal] = useState<string | null>(null);

  const signIn = useCallback(
    async (by: Parameters<typeof logIn>[0]) => {
      try {
        const { pageSecret } = await logIn(by);
        keepPageSecret(pageSecret);
        // Cancel a request sent without the session: its response would replace the new one.
        await client.cancelQueries(sessionQuery);
        await client.invalidateQueries(sessionQuery);
        navigate('/', { replace: true });
      } catch (error) {
        setRefusal((error as Error).message);
      }
    },
    [client, navigate],
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
        <PassphraseForm onSignIn={(passphrase) => signIn({ passphrase })} />
      </Stack>
    </Center>
  );
}

function PassphraseForm({ onSignIn }: { onSignIn(passphrase: string): void }) {
  const { t } = useTranslation();
  const [passphrase, setPassphrase] = useState('');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSignIn(passphrase);
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('login.lan')}
        </Text>
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
