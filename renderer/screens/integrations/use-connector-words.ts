import { useTranslation } from 'react-i18next';
import type { Connector, ConnectorAction } from './queries.ts';

type Named = Pick<Connector, 'key' | 'name'>;

/** Translations of connectors, actions and fields; a name without a translation is shown as it is. */
export function useConnectorWords() {
  const { t, i18n } = useTranslation('integrations');
  const wordOf = (key: string, otherwise: string) => (i18n.exists(`integrations:${key}`) ? t(key) : otherwise);
  return {
    name: ({ key, name }: Named) => wordOf(`connectors.${key}.name`, name),
    /** Purpose of a connector, in a sentence. */
    does: (connector: string) => wordOf(`connectors.${connector}.does`, ''),
    /** Prerequisites for connecting. */
    steps: (connector: string) => wordOf(`connectors.${connector}.steps`, ''),
    action: (connector: string, { key, name }: Pick<ConnectorAction, 'key' | 'name'>) =>
      wordOf(`connectors.${connector}.actions.${key}`, name),
    field: (connector: string, field: string) => wordOf(`connectors.${connector}.fields.${field}`, field),
    /** Help for a field; `otherwise` is the server's text for an unknown connector. */
    help: (connector: string, field: string, otherwise = '') =>
      wordOf(
        `connectors.${connector}.help.${field}`,
        i18n.exists(`integrations:connectors.${connector}`) ? '' : otherwise,
      ),
    option: (connector: string, field: string, value: string) =>
      wordOf(`connectors.${connector}.options.${field}_${value}`, value),
    /** Why a check or an attempt failed. */
    error: (code: string) => wordOf(`errors.${code}`, code),
  };
}
