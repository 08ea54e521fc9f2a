import { Button, Checkbox, Group, Select, SimpleGrid, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { ApiError } from '../../../api/refusals.ts';
import { useEventWords } from '../../../components/events/event-words.ts';
import { kindsQuery } from '../../../components/events/kinds-query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { notifyDone } from '../../../components/feedback/notify.ts';
import { BegunNote } from '../../../kept/begun-note.tsx';
import { faultIn, isMissing, toBody } from '../fields/form-values.ts';
import type { Binding, Connector } from '../queries.ts';
import { useConnectorWords } from '../use-connector-words.ts';
import { type BindingDraftState, useBindingDraft } from './binding-draft.ts';
import { BindingFields } from './binding-fields.tsx';
import { BindingPreview } from './binding-preview.tsx';

interface BindingFormProps {
  /** The rule to edit; null for a new one. */
  present: Binding | null;
  /** Preselected connection of a new rule. */
  installationId: string | null;
  connectors: Connector[];
  onClose(): void;
}

/** Form of a rule: connection, action and events. */
export function BindingForm({ present, installationId, connectors, onClose }: BindingFormProps) {
  const { t } = useTranslation('integrations');
  const state = useBindingDraft(connectors, present, installationId);
  const { draft, action, fields } = state;
  const [isChecked, setIsChecked] = useState(false);
  const end = () => {
    state.begun.forget();
    onClose();
  };
  const save = useSave(present, state, end);
  const faults = save.error instanceof ApiError ? save.error.fields : {};
  const isOther = save.error !== null && fields.every(({ name }) => faultIn(faults, 'config', name) === undefined);
  const isComplete = draft.events.length > 0 && !fields.some((field) => isMissing(field, draft.values));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isComplete) save.mutate();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <BegunNote begun={state.begun} />
        <Place state={state} connectors={connectors} isFixed={present !== null} />
        {action && <When state={state} isNew={present === null} isChecked={isChecked} />}
        {action && <BindingFields key={action.key} state={state} faults={faults} isChecked={isChecked} />}
        {action && isComplete && <BindingPreview state={state} />}
        {isOther && save.error && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={end}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!action}>
            {t(present ? 'shell:common.save' : 'rule.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Saves the rule; a new rule is created once per event. */
function useSave(present: Binding | null, { draft, fields, setEvents }: BindingDraftState, onSaved: () => void) {
  const { t } = useTranslation('integrations');
  const client = useQueryClient();
  const { installationId, action, events, values } = draft;
  return useMutation({
    mutationFn: async () => {
      const config = toBody(fields, values);
      if (present) {
        const [eventName] = events;
        return call('updateIntegrationBinding', {
          path: { bindingId: present.id },
          body: { eventName, action, config },
        });
      }
      for (const [index, eventName] of events.entries()) {
        await call('createIntegrationBinding', { body: { installationId, eventName, action, config } });
        // If the next request fails, a retry does not create this one again.
        setEvents(events.slice(index + 1));
      }
    },
    onSuccess: () => {
      notifyDone(t('shell:common.saved'));
      onSaved();
    },
    onSettled: () => invalidate(client, ['listIntegrationBindings']),
  });
}

interface PlaceProps {
  state: BindingDraftState;
  connectors: Connector[];
  /** The connection of an existing rule cannot change. */
  isFixed: boolean;
}

function Place({ state, connectors, isFixed }: PlaceProps) {
  const { t } = useTranslation('integrations');
  const words = useConnectorWords();
  const { draft, connector, setInstallation, setAction } = state;
  const connections = connectors
    .filter(({ actions }) => actions.length > 0)
    .flatMap((one) =>
      one.installations
        .filter(({ id, state: now }) => now !== 'DISCONNECTED' || id === draft.installationId)
        .map(({ id, account }) => ({ value: id, label: [words.name(one), account].filter(Boolean).join(' · ') })),
    );
  const actions = (connector?.actions ?? []).map((one) => ({
    value: one.key,
    label: words.action(connector?.key ?? '', one),
  }));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={t('rule.where')}
        required
        data={connections}
        value={draft.installationId || null}
        onChange={(id) => id !== null && setInstallation(id)}
        allowDeselect={false}
        readOnly={isFixed}
      />
      <Select
        label={t('rule.what')}
        required
        data={actions}
        value={draft.action || null}
        onChange={(key) => key !== null && setAction(key)}
        allowDeselect={false}
        disabled={!connector}
      />
    </SimpleGrid>
  );
}

/** Events of the rule: several for a new rule of an action with fixed events, else one. */
function When({ state, isNew, isChecked }: { state: BindingDraftState; isNew: boolean; isChecked: boolean }) {
  const { t } = useTranslation('integrations');
  const words = useEventWords();
  const kinds = useQuery(kindsQuery);
  const { draft, action, setEvents } = state;
  const error = isChecked && draft.events.length === 0 && t('form.missing');
  if (action?.events && isNew) {
    return (
      <Checkbox.Group
        label={t('rule.when')}
        description={t('rule.whenAll')}
        required
        value={draft.events}
        onChange={setEvents}
        error={error}
      >
        <Stack gap={8} mt={6} className="fd-checks">
          {action.events.map((kind) => (
            <Checkbox key={kind} value={kind} size="md" label={words.kind(kind)} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  }
  const taken = (kinds.data?.data ?? []).filter(({ type }) => !action?.events || action.events.includes(type));
  const groups = [...Map.groupBy(taken, ({ group }) => group)].map(([group, entries]) => ({
    group: words.group(group),
    items: entries.map(({ type }) => ({ value: type as string, label: words.kind(type) })),
  }));
  return (
    <Select
      label={t('rule.when')}
      required
      searchable
      data={groups}
      value={draft.events[0] ?? null}
      onChange={(kind) => setEvents(kind === null ? [] : [kind])}
      allowDeselect={false}
      error={error}
      nothingFoundMessage={t('form.nothing')}
    />
  );
}
