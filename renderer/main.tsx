import '@fontsource-variable/inter';
import './mantine.css';
import '@mantine/notifications/styles.css';
import './base.css';
import './nav/nav.css';
import './components/feedback/feedback.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/refusals.ts';
import { App } from './app.tsx';
import { Boundary } from './components/feedback/boundary.tsx';
import { sessionQuery } from './session.ts';
import { cssVariables, theme } from './theme.ts';

const client = new QueryClient({
  queryCache: new QueryCache({
    // The session may have ended, or its person got another role: the login or another menu follows.
    onError: (error) => {
      const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
      const isKnown = client.getQueryState(sessionQuery.queryKey)?.status === 'success';
      if (isRefused && isKnown) client.invalidateQueries(sessionQuery);
    },
  }),
  defaultOptions: {
    // Requests go out whatever the browser believes about its network: the server may run on this machine.
    queries: { staleTime: 5_000, retry: 1, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={client}>
        <Notifications position="bottom-center" limit={3} transitionDuration={140} />
        <Boundary of="console">
          <App />
        </Boundary>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
