import { useState } from 'react';
import { Link } from 'wouter';
import type { Answer, Operation, Parameter } from '../document.ts';
import { Json } from '../parts/code-block.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Field, Fields } from '../parts/fields.tsx';
import { Method } from '../parts/method.tsx';
import { useReference } from '../parts/reference-context.ts';
import { Samples } from '../parts/samples.tsx';
import { Inline, Markdown } from '../text/markdown.tsx';
import { TryIt } from '../try/try-it.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Page } from './page.tsx';

interface OperationPageProps {
  id: string;
  language: string;
  setLanguage(language: string): void;
  apiKey: string;
  setKey(key: string): void;
}

/** One operation: what it takes and answers, how it is called, and a form that calls it. */
export function OperationPage({ id, language, setLanguage, apiKey, setKey }: OperationPageProps) {
  const operation = useReference().operations.get(id);
  if (!operation) return <NotFoundPage />;
  const { group, method, path, summary, description, samples } = operation;
  return (
    <Page title={summary} above={<Link href={`/groups/${group.slug}`}>{group.name}</Link>}>
      <p className="address">
        <Method method={method} /> <code>{path}</code>
        <CopyButton text={path} />
      </p>
      <div className="columns">
        <div>
          <Markdown text={description} />
          <Parameters operation={operation} place="path" title="In the path" />
          <Parameters operation={operation} place="query" title="In the query" />
          <BodyFields operation={operation} />
          <Parameters operation={operation} place="header" title="Headers" />
          <Answers operation={operation} />
        </div>
        <aside aria-label="Calling it">
          <Samples samples={samples} chosen={language} onChoose={setLanguage} />
          <ExampleAnswer operation={operation} />
          {isStream(operation) ? (
            <p className="hint">A stream does not end: try it with curl.</p>
          ) : (
            <Trial key={id} operation={operation} apiKey={apiKey} setKey={setKey} />
          )}
        </aside>
      </div>
    </Page>
  );
}

const isStream = ({ answers }: Operation): boolean =>
  answers.some(([, { content = {} }]) => Object.keys(content).some((type) => type.startsWith('text/event-stream')));

function Trial(props: { operation: Operation; apiKey: string; setKey(key: string): void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="trial" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Try it</summary>
      {isOpen && <TryIt {...props} />}
    </details>
  );
}

interface ParametersProps {
  operation: Operation;
  place: Parameter['in'];
  title: string;
}

function Parameters({ operation: { parameters }, place, title }: ParametersProps) {
  const found = parameters.filter((parameter) => parameter.in === place);
  if (found.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="fields">
        {found.map(({ name, schema, required = false, description }) => (
          <Field key={name} name={name} schema={schema} isRequired={required} description={description} />
        ))}
      </ul>
    </section>
  );
}

function BodyFields({ operation: { body } }: { operation: Operation }) {
  const [media] = Object.entries(body?.content ?? {});
  if (!body || !media) return null;
  const [type, { schema }] = media;
  return (
    <section>
      <h2>Body</h2>
      {type !== 'application/json' && <p className="field-limits">{type}</p>}
      {body.description && <Markdown text={body.description} />}
      {schema && <Fields schema={schema} />}
    </section>
  );
}

function Answers({ operation: { answers } }: { operation: Operation }) {
  return (
    <section>
      <h2>Answers</h2>
      {answers.map(([status, answer], index) => (
        <OneAnswer key={status} status={status} answer={answer} isFirst={index === 0} />
      ))}
    </section>
  );
}

interface OneAnswerProps {
  status: string;
  answer: Answer;
  isFirst: boolean;
}

/** What is answered when all is well has fields; problems have one shape, and differ in their codes. */
function OneAnswer({ status, answer: { description, content = {} }, isFirst }: OneAnswerProps) {
  const isGood = status.startsWith('2');
  const schema = isGood ? content['application/json']?.schema : undefined;
  return (
    <div className="answer">
      <h3>
        <span className="status" data-status={status[0]}>
          {status}
        </span>
      </h3>
      <div>
        {description.split(/(?<=\.) (?=`)/).map((line) => (
          <p key={line}>
            <Inline text={line} />
          </p>
        ))}
        {isGood && !schema && Object.keys(content).map((type) => <p key={type}>{type}</p>)}
        {schema && (
          <details open={isFirst}>
            <summary>Fields</summary>
            <Fields schema={schema} isAnswer />
          </details>
        )}
      </div>
    </div>
  );
}

function ExampleAnswer({ operation: { answers } }: { operation: Operation }) {
  const good = answers.find(([status]) => status.startsWith('2'));
  const example = good?.[1].content?.['application/json']?.example;
  if (!good || example === undefined) return null;
  return (
    <div className="example">
      <p className="answer-line">
        <span className="status" data-status="2">
          {good[0]}
        </span>
      </p>
      <Json value={example} />
    </div>
  );
}
