import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { flowReads } from '../queries.ts';

/** Creates a flow with one message, from which one builds on. */
export function useNewFlow(aiAgentId: string) {
  const { t } = useTranslation('flows');
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const config = { text: t('blank.text', { skipInterpolation: true }) };
      return call('createFlow', {
        body: {
          aiAgentId,
          name: t('blank.name'),
          trigger: { type: 'keyword', words: [t('blank.word')], match: 'contains' },
          steps: [{ id: 'message-1', type: 'message', config, next: null }],
        },
      });
    },
    onError: notifyFailure,
    onSettled: () => invalidate(client, flowReads),
  });
}
