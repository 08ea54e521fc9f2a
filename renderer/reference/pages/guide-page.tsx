import { useReference } from '../parts/reference-context.ts';
import { Markdown } from '../text/markdown.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Page } from './page.tsx';

/** One guide. */
export function GuidePage({ slug }: { slug: string }) {
  const guide = useReference().guides.find((each) => each.slug === slug);
  if (!guide) return <NotFoundPage />;
  return (
    <Page title={guide.title} above="Guide">
      <Markdown text={guide.text} />
    </Page>
  );
}
