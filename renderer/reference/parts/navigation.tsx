import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { Method } from './method.tsx';
import { useReference } from './reference-context.ts';

/** Everything there is, by guides, groups and events. */
export function Navigation() {
  const { guides, groups, events } = useReference();
  const [location] = useLocation();
  return (
    <>
      <Item href="/">Overview</Item>
      <h2>Guides</h2>
      <ul>
        {guides.map(({ slug, title }) => (
          <li key={slug}>
            <Item href={`/guides/${slug}`}>{title}</Item>
          </li>
        ))}
      </ul>
      <h2>Operations</h2>
      {groups.map(({ slug, name, operations }) => (
        <Fold
          key={slug}
          title={name}
          isHere={operations.some(({ id }) => location === `/operations/${id}`) || location === `/groups/${slug}`}
        >
          <li>
            <Item href={`/groups/${slug}`}>All of them</Item>
          </li>
          {operations.map(({ id, method, summary }) => (
            <li key={id}>
              <Item href={`/operations/${id}`}>
                <span>{summary}</span> <Method method={method} />
              </Item>
            </li>
          ))}
        </Fold>
      ))}
      <h2>Events</h2>
      <Fold title="All kinds" isHere={location.startsWith('/events/')}>
        {[...events.keys()].map((kind) => (
          <li key={kind}>
            <Item href={`/events/${kind}`}>{kind}</Item>
          </li>
        ))}
      </Fold>
    </>
  );
}

/** A link to a page; that of the page which is shown comes into sight. */
function Item({ href, children }: { href: string; children: ReactNode }) {
  const [location] = useLocation();
  const link = useRef<HTMLAnchorElement>(null);
  const isHere = location === href;
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  return (
    <Link ref={link} href={href} className="nav-item" aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  );
}

/** Opens by itself where its page is shown. */
function Fold({ title, isHere, children }: { title: string; isHere: boolean; children: ReactNode }) {
  return (
    <details key={String(isHere)} open={isHere}>
      <summary>{title}</summary>
      <ul>{children}</ul>
    </details>
  );
}
