import { Link } from 'wouter';
import { Method } from '../parts/method.tsx';
import { useReference } from '../parts/reference-context.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { Page } from './page.tsx';

/** All operations of one group. */
export function GroupPage({ slug }: { slug: string }) {
  const group = useReference().groups.find((each) => each.slug === slug);
  if (!group) return <NotFoundPage />;
  return (
    <Page title={group.name} above="Operations">
      <p>{group.about}</p>
      <ul className="operations">
        {group.operations.map(({ id, method, path, summary }) => (
          <li key={id}>
            <Link href={`/operations/${id}`}>{summary}</Link>
            <span className="route">
              <Method method={method} /> <code>{path}</code>
            </span>
          </li>
        ))}
      </ul>
    </Page>
  );
}
