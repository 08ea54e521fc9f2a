import { useTranslation } from 'react-i18next';
import type { Connector, ConnectorAction } from './queries.ts';

type Named = Pick<Connector, 'key' | 'name'>;

/** Connectors, their actions and fields in words; what only a later server knows is shown as it calls it. */
export function useConnectorWords() {
  const { t, i18n } = useTranslation('integrations');
  const wordOf = (key: string, otherwise: string) => (i18n.exists(`integrations:${key}`) ? t(key) : otherwise);
  return {
    name: ({ key, name }: Named) => wordOf(`connectors.${key}.name`, name),
    /** What it does, in a sentence. */
    does: (connector: string) => wordOf(`connectors.${connector}.does`, ''),
    /** What to have at hand before it is connected. */
    steps: (connector: string) => wordOf(`connectors.${connector}.steps`, ''),
    action: (connector: string, { key, name }: Pick<ConnectorAction, 'key' | 'name'>) =>
      wordOf(`connectors.${connector}.actions.${key}`, name),
    field: (connector: string, field: string) => wordOf(`connectors.${connector}.fields.${field}`, field),
    /** `otherwise` is the server's own word, of a connector that is not known here. */
    help: (connector: string, field: string, otherwise = '') =>
      wordOf(
        `connectors.${connector}.help.${field}`,
        i18n.exists(`integrations:connectors.${connector}`) ? '' : otherwise,
      ),
    option: (connector: string, field: string, value: string) =>
      wordOf(`connectors.${connector}.options.${field}_${value}`, value),
    /** Why a check or an attempt has failed. */
    error: (code: string) => wordOf(`errors.${code}`, code),
  };
}
