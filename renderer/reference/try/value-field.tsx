import { useId } from 'react';
import type { Parameter } from '../document.ts';
import { describeType, know } from '../parts/read-schema.ts';
import { useReference } from '../parts/reference-context.ts';

interface ValueFieldProps {
  parameter: Parameter;
  value: string;
  onChange(value: string): void;
}

/** A field for the value of one parameter; a choice where there are few values. */
export function ValueField({ parameter, value, onChange }: ValueFieldProps) {
  const { name, schema, required = false, example } = parameter;
  const id = useId();
  const { find } = useReference();
  const { schema: known } = know(schema, find);
  const choices = known.enum ?? (known.type === 'boolean' ? ['true', 'false'] : null);
  return (
    <div className="try-value">
      <label htmlFor={id}>
        <code>{name}</code> <span className="field-type">{describeType(schema, find)}</span>
      </label>
      {choices ? (
        <select id={id} required={required} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="" aria-label="none" />
          {choices.map((choice) => (
            <option key={String(choice)}>{String(choice)}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          required={required}
          spellCheck={false}
          placeholder={example === undefined ? '' : String(example)}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
