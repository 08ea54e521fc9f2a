import { Button, Center, Loader, Stack, Text } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useEventStream } from './api/live.ts';
import { Failure } from './components/failure.tsx';
import { Login } from './login.tsx';
import { screens } from './screens/index.ts';
import { useConsole, useSession } from './session.ts';
import { Frame } from './shell.tsx';
import { browserLanguage, chooseLanguage, hasChosenLanguage } from './words/index.ts';

const Wizard = lazy(() => import('./screens/wizard/index.tsx'));

/** The gate: nobody signed in sees only the login, a new shop only the wizard. */
export function App() {
  const [path] = useLocation();
  const session = useSession();
  if (path === '/login' || (session.error as { status?: number } | null)?.status === 401) return <Login />;
  if (session.isPending) return <Waiting />;
  // A server that starts again takes nothing from the screen.
  if (session.error && !session.data) return <Failure error={session.error} onRetry={session.refetch} />;
  return <Signed />;
}

function Signed() {
  const { needsSetup, workspace } = useConsole();
  useEventStream();
  useEffect(() => {
    if (!hasChosenLanguage() && browserLanguage() !== workspace.language) chooseLanguage(workspace.language);
  }, [workspace.language]);
  if (needsSetup) {
    return (
      <Suspense fallback={<Waiting />}>
        <Wizard workspace={workspace} />
      </Suspense>
    );
  }
  return (
    <Frame>
      <Suspense fallback={<Waiting />}>
        <Switch>
          {screens.map(({ path, load }) => (
            <Route key={path} path={path} component={screenOf(load)} />
          ))}
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </Frame>
  );
}

type Load = () => Promise<{ default: ComponentType }>;
const loaded = new Map<Load, ComponentType>();

/** Each screen is a file of its own that is fetched when it is first shown. */
function screenOf(load: Load): ComponentType {
  const screen = loaded.get(load) ?? lazy(load);
  loaded.set(load, screen);
  return screen;
}

const Waiting = () => {
  const { t } = useTranslation();
  return (
    <Center h="60vh">
      <Loader role="status" aria-label={t('common.loading')} />
    </Center>
  );
};

function NotFound() {
  const { t } = useTranslation();
  return (
    <Center h="60vh">
      <Stack align="center">
        <Text>{t('common.notFound')}</Text>
        <Button component={Link} href="/" variant="light">
          {t('common.home')}
        </Button>
      </Stack>
    </Center>
  );
}
