import { Button, Menu } from '@mantine/core';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../api/client.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { Page } from '../../../components/page/page.tsx';
import { useCreating } from '../../../components/page/use-creating.ts';
import { useIsOwner } from '../../../session.ts';
import { ImportDialog } from '../import/import-dialog.tsx';
import { LeadTable } from '../leads/lead-table.tsx';
import { CustomerTable } from './customer-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { NewCustomer } from './new-customer.tsx';
import { ViewTabs } from './view-tabs.tsx';
import { useWanted, type Wanted } from './views.ts';

/** Customers and leads: tabs of views, search and filters, a table. */
export function CustomerList() {
  const { t } = useTranslation('customers');
  const wanted = useWanted();
  const [isCreating, setIsCreating] = useCreating();
  const [isImporting, setIsImporting] = useState(false);
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('add')}
    </Button>
  );
  const actions = (
    <>
      <Transfer wanted={wanted} onImport={() => setIsImporting(true)} />
      {add}
    </>
  );
  return (
    <Page title={t('shell:nav.customers')} actions={actions}>
      <div className="cu-screen">
        <ViewTabs wanted={wanted} />
        <FilterBar wanted={wanted} />
        {wanted.isLeads ? (
          <LeadTable search={wanted.search} />
        ) : (
          <CustomerTable wanted={wanted} onImport={() => setIsImporting(true)} />
        )}
      </div>
      <NewCustomer opened={isCreating} onClose={() => setIsCreating(false)} />
      <ImportDialog opened={isImporting} onClose={() => setIsImporting(false)} />
    </Page>
  );
}

/** Import and export, which take personal data in and out: an owner's. */
function Transfer({ wanted, onImport }: { wanted: Wanted; onImport(): void }) {
  const { t } = useTranslation('customers');
  const isOwner = useIsOwner();
  const { search, filter, isLeads } = wanted;
  const save = useMutation({
    mutationFn: () =>
      isLeads
        ? saveFile('exportLeads', { query: { acknowledged: true } })
        : saveFile('exportContacts', { query: { search, filter, acknowledged: true } }),
    onError: notifyFailure,
  });
  if (!isOwner) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={save.isPending}>
          {t('transfer')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={onImport}>
          {t('import.action')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => save.mutate()}>
          {t(isLeads ? 'export.leads' : 'export.shown')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
