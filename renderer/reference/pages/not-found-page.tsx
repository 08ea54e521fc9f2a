import { Link } from 'wouter';
import { Page } from './page.tsx';

/** For an address that names nothing. */
export const NotFoundPage = () => (
  <Page title="Nothing here">
    <p>
      This server’s API has nothing of that name. <Link href="/">See what there is</Link>.
    </p>
  </Page>
);
