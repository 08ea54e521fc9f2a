import './templates.css';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconMessagePlus, IconSpeakerphone, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { notifyDone, notifyFailure } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { Card, Page } from '../../../components/page/page.tsx';
import { PhonePreview } from '../../../components/phone/phone-preview.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useConsole, useIsOwner } from '../../../session.ts';
import { fromTemplate } from './editor/draft.ts';
import { showDraft } from './editor/show-draft.ts';
import { type ChatTemplate, channelsQuery, templateQuery } from './queries.ts';
import { linksOf } from './template-actions.tsx';
import { Reason, TemplateStatus, useLanguageName } from './template-words.tsx';

/** One template: what the platform decided, how it looks, and where it can be used. */
export function TemplatePage({ id }: { id: string }) {
  const { t } = useTranslation('templates');
  const { data: template, error, refetch } = useQuery(templateQuery(id));
  const back = { href: '/library/templates', label: t('back') };
  if (!template) {
    return (
      <Page title={t('title')} back={back}>
        {error ? <Failure error={error} onRetry={refetch} /> : <Loading shape="form" />}
      </Page>
    );
  }
  return (
    <Page title={template.name} back={back} actions={<Actions template={template} />}>
      <Shown template={template} />
    </Page>
  );
}

function Actions({ template }: { template: ChatTemplate }) {
  const { t } = useTranslation('templates');
  const isOwner = useIsOwner();
  const { send, campaign } = linksOf(template);
  if (template.status !== 'APPROVED') return null;
  return (
    <>
      {isOwner && (
        <Button
          component={Link}
          href={campaign}
          variant="default"
          leftSection={<IconSpeakerphone size={17} aria-hidden />}
        >
          {t('actions.campaign')}
        </Button>
      )}
      <Button component={Link} href={send} leftSection={<IconMessagePlus size={17} aria-hidden />}>
        {t('actions.send')}
      </Button>
    </>
  );
}

function Shown({ template }: { template: ChatTemplate }) {
  const { t } = useTranslation('templates');
  const { workspace } = useConsole();
  const isOwner = useIsOwner();
  const { reason, status } = template;
  return (
    <div className="te">
      <Stack className="te-form">
        {(reason !== null || status === 'PENDING') && (
          <Alert
            color={status === 'PENDING' ? 'blue' : 'red'}
            title={t(status === 'PENDING' ? 'inReview' : 'refusedBecause')}
          >
            {reason === null ? t('inReviewHelp') : <Reason reason={reason} />}
            {status === 'REJECTED' && (
              <Text size="sm" mt="xs">
                {t('refusedHelp')}
              </Text>
            )}
          </Alert>
        )}
        <Facts template={template} />
        {isOwner && <Changes template={template} />}
      </Stack>
      <aside className="te-aside" aria-label={t('editor.preview')}>
        <Card title={t('editor.preview')}>
          <PhonePreview shop={workspace.name} message={showDraft(fromTemplate(template))} />
        </Card>
      </aside>
    </div>
  );
}

function Facts({ template }: { template: ChatTemplate }) {
  const { t } = useTranslation('templates');
  const nameOf = useLanguageName();
  const channels = useQuery(channelsQuery).data?.data;
  const { category, language, quality, local, channelId, updatedAt, variables } = template;
  const facts = [
    [t('facts.status'), <TemplateStatus key="status" {...template} />],
    [t('facts.category'), t(`categories.${category}`)],
    [t('facts.language'), nameOf(language)],
    [t('facts.channel'), channels?.find(({ id }) => id === channelId)?.name ?? ''],
    ...(variables.length > 0 ? [[t('facts.variables'), variables.map((name) => `{{${name}}}`).join(', ')]] : []),
    ...(local ? [] : [[t('facts.quality'), t(`quality.${quality}`)]]),
    [t('facts.changed'), <Time key="changed" at={updatedAt} style="datetime" />],
  ] as const;
  return (
    <dl className="te-facts">
      {facts.map(([name, value]) => (
        <div key={String(name)}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A template cannot change: what reviewers saw is what is sent. It is copied or deleted. */
function Changes({ template }: { template: ChatTemplate }) {
  const { t } = useTranslation('templates');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const remove = useMutation({
    mutationFn: () => call('deleteChatTemplate', { path: { id: template.id } }),
    onSuccess: () => {
      navigate('/library/templates', { replace: true });
      invalidate(client, ['listChatTemplates', 'getChatTemplateStats', ...reads.campaigns]);
      notifyDone(t('deleted', { name: template.name }));
    },
    onError: notifyFailure,
  });
  return (
    <Group>
      <Button
        component={Link}
        href={linksOf(template).duplicate}
        variant={template.status === 'REJECTED' ? 'filled' : 'default'}
        leftSection={<IconCopy size={17} aria-hidden />}
      >
        {t(template.status === 'REJECTED' ? 'actions.mend' : 'actions.duplicate')}
      </Button>
      <ConfirmButton
        variant="subtle"
        color="red"
        loading={remove.isPending}
        leftSection={<IconTrash size={17} aria-hidden />}
        question={t(template.local ? 'deleteLocalQuestion' : 'deleteQuestion')}
        onConfirm={() => remove.mutate()}
      >
        {t('shell:common.delete')}
      </ConfirmButton>
    </Group>
  );
}
