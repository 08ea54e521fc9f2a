import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

interface PageProps {
  title: string;
  /** Small, above the title. */
  above?: ReactNode;
  children: ReactNode;
}

/** A page of the reference. Its title gets the focus, so that who cannot see hears which page came. */
export function Page({ title, above, children }: PageProps) {
  const [location] = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === 'Frontdesk API' ? title : `${title} · Frontdesk API`;
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [title, location]);
  return (
    <article className="page">
      {above && <p className="above">{above}</p>}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </article>
  );
}
