import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { GuideLink } from '../../components/page/guide-link.tsx';
import { Listed } from '../../components/page/listed.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointLine } from './endpoint-line.tsx';
import { type Endpoint, type EndpointWithSecret, endpointsQuery } from './queries.ts';
import { ShownSecret } from './shown-secret.tsx';

/** Endpoints of webhooks. */
export function Endpoints() {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const endpoints = useQuery(endpointsQuery);
  /** The endpoint in the form; null while it is closed. */
  const [form, setForm] = useState<Endpoint | 'new' | null>(null);
  const [shown, setShown] = useState<EndpointWithSecret | null>(null);
  const refresh = () => invalidate(client, reads.webhooks);
  const onSecret = (endpoint: EndpointWithSecret) => {
    setShown(endpoint);
    refresh();
  };
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setForm('new')}>
      {t('endpoints.add')}
    </Button>
  );
  return (
    <>
      {endpoints.data && endpoints.data.data.length > 0 && (
        <Group justify="flex-end" mb="sm">
          {add}
        </Group>
      )}
      <Listed
        query={endpoints}
        empty={<Empty drawing="webhook" text={t('endpoints.empty')} action={add} />}
        line={(endpoint) => (
          <EndpointLine
            key={endpoint.id}
            endpoint={endpoint}
            onEdit={() => setForm(endpoint)}
            onSecret={onSecret}
            onChanged={refresh}
          />
        )}
      />
      <GuideLink guide="webhooks">{t('endpoints.guide')}</GuideLink>
      <EndpointForm
        form={form}
        onClose={() => setForm(null)}
        onSaved={(saved) => {
          setForm(null);
          if ('secret' in saved) onSecret(saved);
          else refresh();
        }}
      />
      <ShownSecret shown={shown} onClose={() => setShown(null)} />
    </>
  );
}
