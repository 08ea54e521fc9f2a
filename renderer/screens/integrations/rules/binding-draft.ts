import { useState } from 'react';
import { useBegun } from '../../../kept/use-kept.ts';
import { type EventValues, useEventValues } from '../fields/event-values.ts';
import { beginValues, type Field, type FieldValue, type FieldValues, fieldsOf, rowOf } from '../fields/form-values.ts';
import { type Binding, type Connector, type ConnectorAction, findInstallation } from '../queries.ts';
import { fieldsIn, makesColumns } from './target-fields.ts';

/** Form state of a rule. */
interface Draft {
  installationId: string;
  action: string;
  events: string[];
  values: FieldValues;
  /** Whether the owner edited the columns; if so, another event does not replace them. */
  hasOwnColumns: boolean;
}

type EventValuesOf = (kind: string | undefined) => EventValues;

const onlyOne = <Item>(items: Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

const actionOf = (connector: Connector | undefined, key: string): ConnectorAction | undefined =>
  connector?.actions.find((one) => one.key === key);

/** Fills in the default columns for the event, if the connector can create columns. */
function withColumns(draft: Draft, connector: Connector | undefined, valuesOf: EventValuesOf): Draft {
  if (draft.hasOwnColumns || !connector || !makesColumns(connector.key)) return draft;
  const fields = valuesOf(draft.events[0]).usual.map(({ label, path }) => rowOf(label, `{{${path}}}`));
  return { ...draft, values: { ...draft.values, fields } };
}

/** New draft for an action; an action with fixed events, such as a calendar sync, starts with all of them. */
const beginFor = (installationId: string, action: ConnectorAction | undefined, events: string[]): Draft => ({
  installationId,
  action: action?.key ?? '',
  events: action?.events ?? events.slice(0, 1),
  values: action ? beginValues(fieldsOf(action.configSchema)) : {},
  hasOwnColumns: false,
});

function begin(connectors: Connector[], present: Binding | null, installationId: string | null): Draft {
  if (present) {
    const { installationId: id, action: key, eventName, config } = present;
    const action = actionOf(findInstallation(connectors, id)?.connector, key);
    const values = action ? beginValues(fieldsOf(action.configSchema), config) : {};
    return { installationId: id, action: key, events: [eventName], values, hasOwnColumns: true };
  }
  const usable = connectors.flatMap(({ actions, installations }) =>
    actions.length === 0 ? [] : installations.filter(({ state }) => state !== 'DISCONNECTED'),
  );
  const id = usable.find((one) => one.id === installationId)?.id ?? onlyOne(usable)?.id ?? '';
  return beginFor(id, onlyOne(findInstallation(connectors, id)?.connector.actions ?? []), []);
}

/** Draft of a rule with its connector, action and fields. */
export function useBindingDraft(connectors: Connector[], present: Binding | null, installationId: string | null) {
  const valuesOf = useEventValues();
  const [first] = useState(() => begin(connectors, present, installationId));
  const [draft, setDraft, begun] = useBegun(`binding.${present?.id ?? 'new'}`, first);
  const connector = findInstallation(connectors, draft.installationId)?.connector;
  const action = actionOf(connector, draft.action);
  const fields: Field[] = action ? fieldsOf(action.configSchema) : [];
  return {
    ...{ draft, connector, action, fields, eventValues: valuesOf(draft.events[0]).values, begun },
    setInstallation(id: string) {
      const chosen = findInstallation(connectors, id)?.connector;
      setDraft(withColumns(beginFor(id, onlyOne(chosen?.actions ?? []), draft.events), chosen, valuesOf));
    },
    setAction(key: string) {
      const begun = beginFor(draft.installationId, actionOf(connector, key), draft.events);
      setDraft(withColumns(begun, connector, valuesOf));
    },
    setEvents: (events: string[]) => setDraft(withColumns({ ...draft, events }, connector, valuesOf)),
    setValue(name: string, value: FieldValue) {
      const below = Object.fromEntries(fieldsIn(connector?.key ?? '', name).map((field) => [field, '']));
      const values = { ...draft.values, ...below, [name]: value };
      setDraft({ ...draft, values, hasOwnColumns: draft.hasOwnColumns || name === 'fields' });
    },
  };
}

export type BindingDraftState = ReturnType<typeof useBindingDraft>;
