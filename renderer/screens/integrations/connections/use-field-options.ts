import { useQuery } from '@tanstack/react-query';
import { agentsQuery, foldersQuery } from '../queries.ts';

interface Option {
  value: string;
  label: string;
}

/** Options of connector fields that come from the shop: its agents, its folders. */
export function useFieldOptions(connector: string): (field: string) => Option[] | undefined {
  const agents = useQuery({ ...agentsQuery, enabled: connector === 'ical_feed' });
  const folders = useQuery({ ...foldersQuery, enabled: connector === 'spreadsheet' });
  return (field) => {
    if (connector === 'ical_feed' && field === 'aiAgentId') {
      return (agents.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
    }
    if (connector === 'spreadsheet' && field === 'folder') {
      const known = folders.data ? [folders.data.defaultFolder, ...folders.data.folders] : [];
      return known.map((folder) => ({ value: folder, label: folder }));
    }
  };
}
