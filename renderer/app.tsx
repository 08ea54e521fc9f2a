import { Button, Center, Stack, Title } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useAlerts } from './alerts/use-alerts.tsx';
import { useOrderAlerts } from './alerts/use-order-alerts.ts';
import { useEventStream } from './api/use-event-stream.ts';
import { Boundary } from './components/feedback/boundary.tsx';
import { Drawing } from './components/feedback/drawing.tsx';
import { Failure } from './components/feedback/failure.tsx';
import { Loading } from './components/feedback/loading.tsx';
import { loadPatiently } from './components/page/load-patiently.ts';
import { OwnersOnly } from './components/page/owners-only.tsx';
import { Part } from './components/page/part.tsx';
import { PaletteHost } from './components/palette/palette-host.tsx';
import { Frame } from './frame.tsx';
import { allScreens } from './screens/all-screens.ts';
import { ConsoleContext, isSignedOut, useConsole, useIsOwner, useSession } from './session.ts';
import { browserLanguage, chooseLanguage, hasChosenLanguage } from './words/index.ts';

/** Most visits have a session: its fields would be in every first load. */
const Login = lazy(() => loadPatiently(() => import('./login.tsx')));
const Wizard = lazy(() => loadPatiently(() => import('./screens/wizard/index.tsx')));

/** Shows the login without a session, the wizard for a new shop, else the screens. */
export function App() {
  const [path] = useLocation();
  const session = useSession();
  if (path === '/login' || isSignedOut(session.error)) {
    return (
      <Suspense fallback={<Waiting />}>
        <Login />
      </Suspense>
    );
  }
  // Without data: the screen stays while the server restarts.
  if (session.error && !session.data) return <Failure error={session.error} onRetry={session.refetch} />;
  if (!session.data) return <Waiting />;
  return (
    <ConsoleContext value={session.data}>
      <Signed />
    </ConsoleContext>
  );
}

function Signed() {
  const { needsSetup, workspace } = useConsole();
  const isOwner = useIsOwner();
  const [path] = useLocation();
  useEventStream();
  useAlerts();
  useOrderAlerts();
  useEffect(() => {
    // A shop that is not set up yet has the language of the machine it runs on.
    if (needsSetup || hasChosenLanguage()) return;
    if (browserLanguage() !== workspace.language) chooseLanguage(workspace.language);
  }, [needsSetup, workspace.language]);
  if (needsSetup) {
    return (
      <Suspense fallback={<Waiting />}>
        <Wizard workspace={workspace} />
      </Suspense>
    );
  }
  return (
    <>
      <PaletteHost />
      <Frame>
        <Boundary of={path}>
          <Suspense fallback={<Waiting />}>
            <Switch>
              {allScreens.map(({ path: pattern, role, load }) => (
                <Route key={pattern} path={pattern}>
                  {role === 'owner' && !isOwner ? <OwnersOnly /> : <Part load={load} />}
                </Route>
              ))}
              <Route component={NotFound} />
            </Switch>
          </Suspense>
        </Boundary>
      </Frame>
    </>
  );
}

const Waiting = () => <Loading shape="page" />;

function NotFound() {
  const { t } = useTranslation();
  return (
    <Center h="60vh">
      <Stack align="center">
        <Drawing of="search" />
        <Title order={1} size="h2">
          {t('common.notFound')}
        </Title>
        <Button component={Link} href="/" variant="light">
          {t('common.home')}
        </Button>
      </Stack>
    </Center>
  );
}
