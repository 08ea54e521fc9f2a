import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Evaluation } from '../queries.ts';

/** Failed tests: the customer's message, the agent's reply, and what to change. */
export function GateCases({ cases }: { cases: Evaluation['gate']['blocking'] }) {
  const { t } = useTranslation('agents');
  return (
    <Stack component="ul" className="fd-list" gap="xs" aria-label={t('gate.failed')}>
      {cases.map(({ id, message, answer, expected, advice }) => (
        <li key={id} className="fd-code" style={{ maxHeight: 'none', fontFamily: 'inherit', fontSize: 14 }}>
          <Text size="sm">
            <strong>{`${t('gate.customer')}: `}</strong>
            {message}
          </Text>
          <Text size="sm">
            <strong>{`${t('gate.agent')}: `}</strong>
            {answer ?? t('gate.silent')}
          </Text>
          <Text size="sm">
            <strong>{`${t('gate.expected')}: `}</strong>
            {expected}
          </Text>
          {advice !== null && (
            <Text size="sm" fw={600} mt={4}>
              {advice}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}
