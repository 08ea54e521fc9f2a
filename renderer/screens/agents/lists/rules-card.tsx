import { Badge, Radio, SimpleGrid, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { Choice } from '../../../components/form/choice.tsx';
import type { Agent } from '../queries.ts';
import { useAgentAction } from '../use-agent-action.ts';
import { EditableList, type FormProps, type LineProps, LineText } from './editable-list.tsx';
import { InlineForm } from './inline-form.tsx';
import { LineButtons, MoveButtons } from './line-buttons.tsx';

type Rule = Agent['rules'][number];

const kinds = ['must', 'must_not', 'handoff', 'info'] as const;
const colors = { must: 'green', must_not: 'red', handoff: 'orange', info: 'blue' } as const;

/** Rules in the owner's words: always, never, hand off, and facts. */
export function RulesCard({ agent: { id, rules } }: { agent: Agent }) {
  const { t } = useTranslation('agents');
  return (
    <EditableList
      title={t('rules.title')}
      intro={t('rules.intro')}
      add={t('rules.add')}
      none={t('rules.none')}
      entries={rules}
      line={(line) => <Line {...line} agentId={id} count={rules.length} />}
      form={(form) => <RuleForm key={form.entry?.id} {...form} agentId={id} />}
    />
  );
}

/** Changes one rule and leaves the others. */
const useRuleChange = (agentId: string, options: { quiet?: boolean } = {}) =>
  useAgentAction(
    (body: Body<'changeAgentRules'>) => call('changeAgentRules', { path: { id: agentId }, body }),
    options,
  );

function Line({ entry, index, onEdit, agentId, count }: LineProps<Rule> & { agentId: string; count: number }) {
  const { t } = useTranslation('agents');
  const change = useRuleChange(agentId);
  const { id, kind, text, active } = entry;
  return (
    <LineText
      title={
        <Badge color={active ? colors[kind] : 'gray'} variant="light" tt="none" radius="sm" mb={4}>
          {t(`rules.kinds.${kind}`)}
        </Badge>
      }
      text={text}
      isFaint={!active}
    >
      <Switch
        size="sm"
        mr={6}
        label={t('rules.active')}
        aria-label={`${t('rules.active')}: ${text}`}
        checked={active}
        onChange={(event) => change.mutate({ update: { id, active: event.currentTarget.checked } })}
      />
      <MoveButtons
        name={text}
        index={index}
        count={count}
        onMove={(order) => change.mutate({ update: { id, order } })}
      />
      <LineButtons
        name={text}
        onEdit={onEdit}
        deleteQuestion={t('rules.deleteQuestion')}
        onDelete={() => change.mutate({ remove: id })}
        isDeleting={change.isPending && 'remove' in change.variables}
      />
    </LineText>
  );
}

function RuleForm({ entry, onDone, agentId }: FormProps<Rule> & { agentId: string }) {
  const { t } = useTranslation('agents');
  const [kind, setKind] = useState<Rule['kind']>(entry?.kind ?? 'must');
  const [text, setText] = useState(entry?.text ?? '');
  const save = useRuleChange(agentId, { quiet: true });
  const onSave = () => {
    const draft = { kind, text: text.trim() };
    save.mutate(entry ? { update: { id: entry.id, ...draft } } : { add: draft }, { onSuccess: onDone });
  };
  return (
    <InlineForm
      label={entry?.text ?? t('rules.add')}
      isDirty={text !== (entry?.text ?? '') || kind !== (entry?.kind ?? 'must')}
      isReady={text.trim() !== ''}
      isSaving={save.isPending}
      error={save.error}
      onSave={onSave}
      onCancel={onDone}
    >
      <Radio.Group label={t('rules.kind')} value={kind} onChange={(value) => setKind(value as Rule['kind'])}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={4}>
          {kinds.map((one) => (
            <Choice key={one} value={one} label={t(`rules.kinds.${one}`)} help={t(`rules.help.${one}`)} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Textarea
        label={t('rules.text')}
        description={t(`rules.example.${kind}`)}
        required
        autosize
        minRows={2}
        maxLength={1_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </InlineForm>
  );
}
