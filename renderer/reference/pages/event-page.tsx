import { Link } from 'wouter';
import { Json } from '../parts/code-block.tsx';
import { Fields } from '../parts/fields.tsx';
import { useReference } from '../parts/reference-context.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { Page } from './page.tsx';

/** One kind of event, as webhooks and the stream bring it. */
export function EventPage({ kind }: { kind: string }) {
  const event = useReference().events.get(kind);
  if (!event) return <NotFoundPage />;
  const { body, summary } = event;
  return (
    <Page title={event.kind} above="Event">
      <p>{summary}</p>
      <p>
        It comes by <Link href="/guides/webhooks">webhook</Link> and by the{' '}
        <Link href="/guides/event-stream">event stream</Link>.
      </p>
      {body.example !== undefined && (
        <>
          <h2>Example</h2>
          <Json value={body.example} />
        </>
      )}
      {body.schema && (
        <>
          <h2>Fields</h2>
          <Fields schema={body.schema} isAnswer />
        </>
      )}
    </Page>
  );
}
