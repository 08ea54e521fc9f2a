import { useEffect, useState } from 'react';
import { Route, Router, Switch, useLocation } from 'wouter';
import { loadReference, type Reference } from './document.ts';
import { EventPage } from './pages/event-page.tsx';
import { GroupPage } from './pages/group-page.tsx';
import { GuidePage } from './pages/guide-page.tsx';
import { HomePage } from './pages/home-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { OperationPage } from './pages/operation-page.tsx';
import { Drawer } from './parts/drawer.tsx';
import { Header } from './parts/header.tsx';
import { Navigation } from './parts/navigation.tsx';
import { ReferenceContext } from './parts/reference-context.ts';
import { SearchDialog } from './search/search-dialog.tsx';
import { useKey } from './try/key.ts';

/** The reference at `/docs`: loads the API document and shows its pages. */
export function App() {
  const [reference, setReference] = useState<Reference | null>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    loadReference().then(setReference, (error) => setFault(String(error)));
  }, []);
  if (fault !== '') return <main className="alone">{fault}</main>;
  if (!reference) return <main className="alone" aria-busy="true" />;
  return (
    <ReferenceContext value={reference}>
      <Router base="/docs">
        <Frame version={reference.version} />
      </Router>
    </ReferenceContext>
  );
}

function Frame({ version }: { version: string }) {
  const [location] = useLocation();
  const [isSearching, setIsSearching] = useState(false);
  const [hasMenu, setHasMenu] = useState(false);
  useSearchKeys(() => setIsSearching(true));
  useEffect(() => setHasMenu(false), [location]);
  return (
    <>
      <a className="skip" href="#content">
        To the content
      </a>
      <Header version={version} onMenu={() => setHasMenu(true)} onSearch={() => setIsSearching(true)} />
      <div className="frame">
        <nav className="side" aria-label="Reference">
          <Navigation />
        </nav>
        <main id="content" tabIndex={-1}>
          <Pages />
        </main>
      </div>
      {hasMenu && (
        <Drawer onClose={() => setHasMenu(false)}>
          <Navigation />
        </Drawer>
      )}
      {isSearching && <SearchDialog onClose={() => setIsSearching(false)} />}
    </>
  );
}

function Pages() {
  const [language, setLanguage] = useState('curl');
  const [apiKey, setKey] = useKey();
  const chosen = { language, setLanguage };
  return (
    <Switch>
      <Route path="/">
        <HomePage {...chosen} />
      </Route>
      <Route path="/guides/:slug">{({ slug }) => <GuidePage slug={slug} />}</Route>
      <Route path="/groups/:slug">{({ slug }) => <GroupPage slug={slug} />}</Route>
      <Route path="/operations/:id">
        {({ id }) => <OperationPage id={id} {...chosen} apiKey={apiKey} setKey={setKey} />}
      </Route>
      <Route path="/events/:kind">{({ kind }) => <EventPage kind={kind} />}</Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}

/** Ctrl K, and `/` outside of fields. */
function useSearchKeys(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isField = (event.target as HTMLElement).matches('input, textarea, select');
      const isAsked = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isField);
      if (!isAsked) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
}
