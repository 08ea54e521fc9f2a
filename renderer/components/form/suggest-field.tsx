import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent } from 'react';

interface SuggestFieldProps<Item> extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange(text: string): void;
  /** What the text finds. */
  items: Item[];
  keyOf(item: Item): string;
  show(item: Item): ReactNode;
  onChoose(item: Item): void;
  /** Enter takes the first one; otherwise only one that was chosen by arrows. */
  choosesFirst?: boolean;
}

/** Text field that suggests things while one types; any text may stay. */
export function SuggestField<Item>(props: SuggestFieldProps<Item>) {
  const { value, onChange, items, keyOf, show, onChoose, choosesFirst = false, ...input } = props;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = items.map(keyOf).join('\n');
  const chooseFirst = useEffectEvent(() => choosesFirst && combobox.selectFirstOption());
  // The options are there once what was found is rendered
  useEffect(() => void chooseFirst(), [found]);
  const choose = (key: string) => {
    const item = items.find((one) => keyOf(one) === key);
    if (item !== undefined) onChoose(item);
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
      <Combobox.Target>
        <TextInput
          {...input}
          autoComplete="off"
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onFocus={() => value !== '' && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={items.length === 0}>
        <Combobox.Options
          aria-label={typeof input.label === 'string' ? input.label : undefined}
          mah={260}
          style={{ overflowY: 'auto' }}
        >
          {items.map((item) => (
            <Combobox.Option key={keyOf(item)} value={keyOf(item)}>
              {show(item)}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
