import './words.ts';
import '../quick-replies/words.ts';
import { Combobox, InputBase, Text, useCombobox } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileMark } from './file-mark.tsx';
import { findFiles } from './find-files.ts';
import { filesQuery, type LibraryFile } from './queries.ts';

const mostShown = 30;

interface FilePickerProps {
  /** Ids of files that are chosen already. */
  taken: string[];
  onChoose(file: LibraryFile): void;
}

/** Field that finds a file of the library by its name or a tag. */
export function FilePicker({ taken, onChoose }: FilePickerProps) {
  const { t } = useTranslation('quick-replies');
  const { data } = useQuery(filesQuery);
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const free = (data?.data ?? []).filter(({ id }) => !taken.includes(id));
  const shown = findFiles(free, { search: typed }).slice(0, mostShown);
  const choose = (id: string) => {
    const file = free.find((each) => each.id === id);
    if (file) onChoose(file);
    setTyped('');
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <InputBase
          aria-label={t('attach')}
          placeholder={t('attach')}
          leftSection={<IconPaperclip size={16} aria-hidden />}
          autoComplete="off"
          value={typed}
          maxLength={100}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('attach')} mah={260} style={{ overflowY: 'auto' }}>
          {shown.length === 0 && <Combobox.Empty>{t('noFiles')}</Combobox.Empty>}
          {shown.map((file) => (
            <Combobox.Option key={file.id} value={file.id} className="lf-option">
              <FileMark file={file} size={32} />
              <Text span size="sm" truncate>
                {file.name}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
