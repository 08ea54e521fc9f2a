import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { notifyFailure } from '../components/feedback/notify.ts';

/** Shows another shop: all that was read belongs to the one before. */
export function useChooseShop(): (workspaceId: string) => Promise<void> {
  const client = useQueryClient();
  return async (workspaceId) => {
    try {
      await call('chooseWorkspace', { body: { workspaceId } });
      await client.resetQueries();
    } catch (error) {
      notifyFailure(error as Error);
    }
  };
}
