import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import { Listed } from '../../components/page/listed.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { AddSource } from './add-source.tsx';
import { baseQuery, sourcesQuery } from './queries.ts';
import { ReadersCard } from './readers.tsx';
import { SearchCard } from './search-card.tsx';
import { SourceLine } from './source-line.tsx';

/** One knowledge base: sources, indexing progress and a test search. */
export function BaseDetail({ id }: { id: string }) {
  const { t } = useTranslation('knowledge');
  const base = useQuery(baseQuery(id));
  const sources = useQuery(sourcesQuery(id));
  const isEmpty = sources.data?.data.length === 0;
  const back = { href: '/knowledge', label: t('back') };
  if (base.error) {
    return (
      <Page title={t('shell:nav.knowledge')} back={back}>
        <Failure error={base.error} onRetry={base.refetch} />
      </Page>
    );
  }
  return (
    <Page
      title={base.data?.name ?? '…'}
      intro={base.data?.description ?? ''}
      back={back}
      actions={isEmpty && <RemoveBase id={id} />}
    >
      <AddSource baseId={id} />
      <Section title={t('sourcesTitle')}>
        <Listed
          query={sources}
          empty={<Empty drawing="knowledge" text={t('noSources')} />}
          line={(source) => <SourceLine key={source.id} baseId={id} source={source} />}
        />
        {sources.data && !isEmpty && (
          <Text size="xs" c="dimmed" mt="sm">
            {t('updated')}
          </Text>
        )}
      </Section>
      <ReadersCard baseId={id} />
      <SearchCard baseId={id} />
    </Page>
  );
}

/** Shown only for an empty base, so that one click cannot delete what agents use. */
function RemoveBase({ id }: { id: string }) {
  const { t } = useTranslation('knowledge');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const remove = useMutation({
    mutationFn: () => call('deleteKnowledgeBase', { path: { id } }),
    onSuccess: () => {
      invalidate(client, ['listKnowledgeBases']);
      navigate('/knowledge');
    },
    onError: notifyFailure,
  });
  return (
    <ConfirmButton
      variant="light"
      color="red"
      question={t('removeBaseQuestion')}
      onConfirm={() => remove.mutate()}
      loading={remove.isPending}
    >
      {t('removeBase')}
    </ConfirmButton>
  );
}
