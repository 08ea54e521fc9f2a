import { type FormEvent, useState } from 'react';
import type { Operation } from '../document.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { beginValue, know } from '../parts/read-schema.ts';
import { useReference } from '../parts/reference-context.ts';
import { KeyField } from './key-field.tsx';
import { type Filled, type Received, sendRequest } from './send-request.ts';
import { ValueField } from './value-field.tsx';

/** Calls the operation on this server, with a key and values that a person gives. */
export function TryIt({ operation, apiKey, setKey }: TryItProps) {
  const [filled, setFilled] = useFilled(operation);
  const [received, setReceived] = useState<Received | null>(null);
  const [fault, setFault] = useState('');
  const [isWaiting, setIsWaiting] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setIsWaiting(true);
    setFault('');
    try {
      setReceived(await sendRequest(operation, filled, apiKey));
    } catch {
      setFault('The server cannot be reached.');
    } finally {
      setIsWaiting(false);
    }
  };
  const fieldsIn = (place: Place) =>
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => (
        <ValueField
          key={parameter.name}
          parameter={parameter}
          value={filled[place][parameter.name] ?? ''}
          onChange={(value) => setFilled({ ...filled, [place]: { ...filled[place], [parameter.name]: value } })}
        />
      ));
  return (
    <form className="try" onSubmit={send}>
      <KeyField value={apiKey} onChange={setKey} />
      {fieldsIn('path')}
      {fieldsIn('query')}
      {filled.body !== null && (
        <label>
          Body
          <textarea
            rows={Math.min(16, filled.body.split('\n').length + 1)}
            spellCheck={false}
            value={filled.body}
            onChange={(event) => setFilled({ ...filled, body: event.currentTarget.value })}
          />
        </label>
      )}
      {filled.upload && (
        <label>
          {filled.upload.field === 'files' ? 'Files' : 'File'}
          <input
            type="file"
            required
            multiple={filled.upload.field === 'files'}
            onChange={(event) => {
              const files = [...(event.currentTarget.files ?? [])];
              setFilled({ ...filled, upload: { field: filled.upload?.field ?? 'file', files } });
            }}
          />
        </label>
      )}
      <div className="try-send">
        <button type="submit" className="button" disabled={isWaiting}>
          Send
        </button>
        {operation.method !== 'GET' && <span>This changes the real shop.</span>}
      </div>
      <div role="status" className="try-answer">
        {fault !== '' && <p>{fault}</p>}
        {received && <Answer received={received} />}
      </div>
    </form>
  );
}

interface TryItProps {
  operation: Operation;
  apiKey: string;
  setKey(key: string): void;
}

type Place = 'path' | 'query';

/** Begins with the example of a body, or with its required fields. */
function useFilled({ body }: Operation) {
  const { find } = useReference();
  return useState((): Filled => {
    const json = body?.content['application/json'];
    const form = body?.content['multipart/form-data'];
    const [field] = Object.keys(know(form?.schema ?? {}, find).schema.properties ?? {});
    return {
      path: {},
      query: {},
      body: json ? JSON.stringify(json.example ?? beginValue(json.schema ?? {}, find), null, 2) : null,
      upload: field === undefined ? null : { field, files: [] },
    };
  });
}

const longestShown = 100_000;

function Answer({ received: { status, statusText, durationMs, type, text } }: { received: Received }) {
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}\n…` : text;
  return (
    <>
      <p className="answer-line">
        <span className="status" data-status={String(status)[0]}>
          {status} {statusText}
        </span>
        <span>{durationMs} ms</span>
      </p>
      {text !== '' && <CodeBlock source={shown} language={type.includes('json') ? 'json' : ''} />}
    </>
  );
}
