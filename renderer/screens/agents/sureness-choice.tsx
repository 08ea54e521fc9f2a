import { Radio, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/form/choice.tsx';

/** Levels of `answerThreshold`, the least probability that an answer is right; the server's default is the usual one. */
const levels = { careful: 0.8, usual: 0.65, bold: 0.5 } as const;
type Level = keyof typeof levels;

/** How confident the agent must be to answer. */
export function SurenessChoice({ value, onChange }: { value: number; onChange(threshold: number): void }) {
  const { t, i18n } = useTranslation('agents');
  const names = Object.keys(levels) as Level[];
  const chosen = names.find((name) => levels[name] === value) ?? 'custom';
  return (
    <Radio.Group
      label={t('sureness.label')}
      description={t('sureness.help')}
      value={chosen}
      onChange={(name) => name !== 'custom' && onChange(levels[name as Level])}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" mt={6}>
        {names.map((name) => (
          <Choice key={name} value={name} label={t(`sureness.${name}`)} help={t(`sureness.${name}Help`)} />
        ))}
        {chosen === 'custom' && (
          <Choice
            value="custom"
            label={t('sureness.custom', { value: value.toLocaleString(i18n.language) })}
            help={t('sureness.customHelp')}
          />
        )}
      </SimpleGrid>
    </Radio.Group>
  );
}
