import { Badge, Radio, SimpleGrid, Switch, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Body } from '../../../api/operations.ts';
import { Choice } from '../../../components/form/choice.tsx';
import { useBegun } from '../../../kept/use-kept.ts';
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
  const first: Pick<Rule, 'kind' | 'text'> = { kind: entry?.kind ?? 'must', text: entry?.text ?? '' };
  const [{ kind, text }, set, begun] = useBegun(`rule.${agentId}.${entry?.id ?? 'new'}`, first);
  const save = useRuleChange(agentId, { quiet: true });
  const end = () => {
    begun.forget();
    onDone();
  };
  const onSave = () => {
    const draft = { kind, text: text.trim() };
    save.mutate(entry ? { update: { id: entry.id, ...draft } } : { add: draft }, { onSuccess: end });
  };
  return (
    <InlineForm
      label={entry?.text ?? t('rules.add')}
      isDirty={text !== (entry?.text ?? '') || kind !== (entry?.kind ?? 'must')}
      isReady={text.trim() !== ''}
      isSaving={save.isPending}
      error={save.error}
      begun={begun}
      onSave={onSave}
      onCancel={end}
    >
      <Radio.Group
        label={t('rules.kind')}
        value={kind}
        onChange={(value) => set({ kind: value as Rule['kind'], text })}
      >
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
        onChange={(event) => set({ kind, text: event.currentTarget.value })}
      />
    </InlineForm>
  );
}
