import { IconDownload, IconFileCode } from '@tabler/icons-react';
import { Link } from 'wouter';
import { CodeBlock } from '../parts/code-block.tsx';
import { useReference } from '../parts/reference-context.ts';
import { Samples } from '../parts/samples.tsx';
import { Inline, Markdown } from '../text/markdown.tsx';
import { Page } from './page.tsx';

/** Where somebody new begins: what there is, the guides, and all groups of operations. */
export function HomePage({ language, setLanguage }: { language: string; setLanguage(language: string): void }) {
  const { summary, guides, groups, operations, events } = useReference();
  const first = operations.get('listContacts');
  return (
    <Page title="Frontdesk API">
      <Markdown text={summary} />
      <p className="facts">
        {operations.size} operations, {events.size} kinds of events.
      </p>
      {first && <Samples samples={first.samples} chosen={language} onChoose={setLanguage} />}
      <p className="downloads">
        <a className="button plain" href="/docs/client.tgz" download>
          <IconDownload size={17} aria-hidden /> JavaScript client
        </a>
        <a className="button plain" href="/api/openapi.json" download="frontdesk-openapi.json">
          <IconFileCode size={17} aria-hidden /> OpenAPI document
        </a>
      </p>
      <CodeBlock source={`npm install ${location.origin}/docs/client.tgz`} language="sh" />
      <h2>Guides</h2>
      <ul className="cards">
        {guides.map(({ slug, title, text }) => (
          <li key={slug}>
            <Link href={`/guides/${slug}`}>{title}</Link>
            <p>
              <Inline text={firstSentence(text)} />
            </p>
          </li>
        ))}
      </ul>
      <h2>Operations</h2>
      <ul className="cards">
        {groups.map((group) => (
          <li key={group.slug}>
            <Link href={`/groups/${group.slug}`}>{group.name}</Link>
            <p>{group.about}</p>
          </li>
        ))}
      </ul>
    </Page>
  );
}

const firstSentence = (text: string): string => /^.+?[.:](?=\s)/s.exec(text)?.[0].replace(/:$/, '.') ?? text;
