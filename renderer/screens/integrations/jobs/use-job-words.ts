import { useQuery } from '@tanstack/react-query';
import { connectorsQuery, findInstallation } from '../queries.ts';
import { useConnectorWords } from '../use-connector-words.ts';

/** Describes the action and target of a job or rule. */
export function useJobWords() {
  const words = useConnectorWords();
  const connectors = useQuery(connectorsQuery);
  return {
    actionOf({ installationId, action: key }: { installationId: string; action: string }): string {
      const found = findInstallation(connectors.data?.data ?? [], installationId);
      if (!found) return key;
      const { connector, installation } = found;
      const action = connector.actions.find((one) => one.key === key) ?? { key, name: key };
      const parts = [words.action(connector.key, action), words.name(connector), installation.account];
      return parts.filter((part) => part !== null).join(' · ');
    },
  };
}
