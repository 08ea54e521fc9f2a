import { useState } from 'react';
import type { Schema } from '../document.ts';
import { Inline } from '../text/markdown.tsx';
import { describeLimits, describeType, itemsOf, know } from './read-schema.ts';
import { useReference } from './reference-context.ts';

interface FieldsProps {
  schema: Schema;
  /** What is answered is always there, so that nothing is marked as required. */
  isAnswer?: boolean;
}

/** The fields of an object, each with those below it; of a list those of its entries. */
export function Fields({ schema, isAnswer = false }: FieldsProps) {
  const { find } = useReference();
  const known = know(schema, find);
  const items = itemsOf(known.schema);
  if (items) return <Fields schema={items} isAnswer={isAnswer} />;
  if (known.forms.length > 1) return <Forms forms={known.forms} isAnswer={isAnswer} />;
  const { properties = {}, required = [], additionalProperties } = known.schema;
  return (
    <ul className="fields">
      {Object.entries(properties).map(([name, field]) => (
        <Field key={name} name={name} schema={field} isRequired={required.includes(name)} isAnswer={isAnswer} />
      ))}
      {typeof additionalProperties === 'object' && Object.keys(properties).length === 0 && (
        <Field name="any name" schema={additionalProperties} isRequired={false} isAnswer={isAnswer} />
      )}
    </ul>
  );
}

interface FieldProps {
  name: string;
  schema: Schema;
  isRequired: boolean;
  isAnswer?: boolean;
  /** Wins over that of the schema. */
  description?: string | undefined;
}

/** One field or parameter. */
export function Field({ name, schema, isRequired, isAnswer = false, description }: FieldProps) {
  const { find } = useReference();
  const { schema: known } = know(schema, find);
  const about = description ?? schema.description ?? known.description;
  return (
    <li className="field">
      <div className="field-head">
        <code className="field-name">{name}</code>
        <span className="field-type">{describeType(schema, find)}</span>
        {isRequired && !isAnswer && <span className="field-required">required</span>}
      </div>
      {about && (
        <p>
          <Inline text={about} />
        </p>
      )}
      <Limits schema={itemsOf(known) ?? known} />
      <Below name={name} schema={schema} isAnswer={isAnswer} />
    </li>
  );
}

function Limits({ schema }: { schema: Schema }) {
  const { find } = useReference();
  const { schema: known } = know(schema, find);
  const limits = describeLimits(known);
  return (
    <>
      {limits.length > 0 && <p className="field-limits">{limits.join(', ')}</p>}
      {known.enum && (
        <p className="field-values">
          {known.enum.map((value) => (
            <code key={String(value)}>{String(value)}</code>
          ))}
        </p>
      )}
      {known.const !== undefined && (
        <p className="field-values">
          <code>{String(known.const)}</code>
        </p>
      )}
    </>
  );
}

/** What lies below a field, drawn when it is opened: schemas may contain themselves. */
function Below({ name, schema, isAnswer }: { name: string; schema: Schema; isAnswer: boolean }) {
  const { find } = useReference();
  const [isOpen, setIsOpen] = useState(false);
  const known = know(schema, find);
  const inner = know(itemsOf(known.schema) ?? schema, find);
  const hasFields =
    Object.keys(inner.schema.properties ?? {}).length > 0 ||
    inner.forms.some((form) => know(form, find).schema.properties !== undefined);
  if (!hasFields) return null;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        Fields<span className="visually-hidden"> of {name}</span>
      </summary>
      {isOpen && <Fields schema={itemsOf(known.schema) ?? schema} isAnswer={isAnswer} />}
    </details>
  );
}

/** The forms of which a value has one. */
function Forms({ forms, isAnswer }: { forms: Schema[]; isAnswer: boolean }) {
  const { find } = useReference();
  const titles = forms.map((form, index) => titleOf(know(form, find).schema) ?? `Form ${index + 1}`);
  return (
    <div className="forms">
      <p>One of these forms:</p>
      {forms.map((form, index) => (
        <Form key={titles[index]} title={titles[index] ?? ''} schema={form} isAnswer={isAnswer} />
      ))}
    </div>
  );
}

function Form({ title, schema, isAnswer }: { title: string; schema: Schema; isAnswer: boolean }) {
  const { find } = useReference();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <Fields schema={know(schema, find).schema} isAnswer={isAnswer} />}
    </details>
  );
}

/** A form is called by what tells it apart, such as its `type`. */
function titleOf({ properties = {} }: Schema): string | null {
  const told = Object.entries(properties).find(([, { const: value }]) => value !== undefined);
  return told ? `${told[0]}: ${String(told[1].const)}` : null;
}
