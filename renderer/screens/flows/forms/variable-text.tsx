import { ActionIcon, Combobox, Textarea, useCombobox } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../components/form/fold.ts';
import { completeName, typedName } from '../draft/variables.ts';
import { useInput } from './fields.tsx';
import { useForm } from './form-context.ts';
import { useVariableWords } from './use-variable-words.ts';

interface VariableTextProps {
  path: string;
  label: string;
  help?: string;
  placeholder?: string;
  maxLength?: number;
  minRows?: number;
  /** Empty, it is removed. */
  isOptional?: boolean;
}

/** Text in which `{{name}}` stands for a value: names are offered as soon as `{{` is typed, or by the button. */
export function VariableText({
  maxLength = 2_000,
  minRows = 1,
  isOptional = false,
  placeholder,
  ...props
}: VariableTextProps) {
  const { t } = useTranslation('flows');
  const { value = '', set, input } = useInput<string>(props);
  const offered = useOffered();
  const area = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const names = typed === null ? [] : offered(typed);
  const isOpen = names.length > 0;
  const combobox = useCombobox({ opened: isOpen, onDropdownClose: () => setTyped(null) });
  const chooseFirst = useEffectEvent(() => combobox.selectFirstOption());
  const shown = names.map(({ name }) => name).join();
  // The options are there once the names are rendered.
  useEffect(() => {
    if (shown !== '') chooseFirst();
  }, [shown]);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const change = (text: string) => set(isOptional && text === '' ? undefined : text);
  const look = ({ value: text, selectionStart }: HTMLTextAreaElement) =>
    setTyped(typedName(text.slice(0, selectionStart)));
  const complete = (name: string) => {
    const done = completeName(value, area.current?.selectionStart ?? value.length, name);
    caret.current = done.caret;
    change(done.text);
    setTyped(null);
  };
  const open = () => {
    const at = area.current?.selectionStart ?? value.length;
    area.current?.focus();
    caret.current = at + 2;
    change(`${value.slice(0, at)}{{${value.slice(at)}`);
    setTyped('');
  };
  return (
    <Combobox store={combobox} onOptionSubmit={complete} portalProps={{ target: 'main' }} position="bottom-start">
      <Combobox.Target withKeyboardNavigation={isOpen}>
        <Textarea
          {...input}
          ref={area}
          autosize
          minRows={minRows}
          maxRows={10}
          maxLength={maxLength}
          placeholder={placeholder}
          autoComplete="off"
          value={value}
          onChange={(event) => {
            change(event.currentTarget.value);
            look(event.currentTarget);
          }}
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => {
            if (!isOpen || event.key !== 'Escape') return;
            // Closes the names, not the form.
            event.stopPropagation();
            setTyped(null);
          }}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              // The caret stays where it is.
              onMouseDown={(event) => event.preventDefault()}
              onClick={open}
              aria-label={t('fields.insert', { field: props.label })}
            >
              <IconBraces size={16} aria-hidden />
            </ActionIcon>
          }
          rightSectionProps={{ style: { alignItems: 'flex-start', paddingTop: 4 } }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label={t('fields.names')} mah={240} style={{ overflowY: 'auto' }}>
          {names.map(({ name, meaning }) => (
            <Combobox.Option key={name} value={name} className="fw-name">
              <code>{name}</code>
              <span>{meaning}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The names that fit what was typed, by name or by meaning. */
function useOffered(): (typed: string) => { name: string; meaning: string }[] {
  const { variables } = useForm();
  const meaningOf = useVariableWords();
  return (typed) => {
    const wanted = fold(typed);
    return variables
      .map((name) => ({ name, meaning: meaningOf(name) }))
      .filter(({ name, meaning }) => fold(name).includes(wanted) || fold(meaning).includes(wanted));
  };
}
