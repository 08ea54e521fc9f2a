import { Button, Switch } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidate } from '../../api/query.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { GuideLink } from '../../components/page/guide-link.tsx';
import { actionAtHead, Listed } from '../../components/page/listed.tsx';
import { Page } from '../../components/page/page.tsx';
import en from '../../words/en/keys.json' with { type: 'json' };
import es from '../../words/es/keys.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/keys.json' with { type: 'json' };
import { CreateKey } from './create-key.tsx';
import { KeyLine } from './key-line.tsx';
import { isGood } from './key-state.ts';
import { keysQuery, type NewKey } from './queries.ts';
import { ShownKey } from './shown-key.tsx';

addWords('keys', { en, pt, es });

/** API keys for other programs. */
export default function Keys() {
  const { t } = useTranslation('keys');
  const client = useQueryClient();
  const keys = useQuery(keysQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [shown, setShown] = useState<NewKey | null>(null);
  const [showsEnded, setShowsEnded] = useState(false);
  const refresh = () => invalidate(client, ['listKeys']);
  const onMade = (key: NewKey) => {
    setIsCreating(false);
    setShown(key);
    refresh();
  };
  const all = keys.data?.data ?? [];
  const listed = showsEnded ? all : all.filter(isGood);
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('shell:nav.keys')} intro={t('intro')} actions={actionAtHead(keys, add, listed)}>
      <Listed
        query={keys}
        items={listed}
        empty={<Empty drawing="key" text={t('empty')} action={add} />}
        line={(key) => <KeyLine key={key.id} apiKey={key} onRotated={onMade} onRevoked={refresh} />}
      />
      {all.length > all.filter(isGood).length && (
        <Switch
          label={t('showEnded')}
          checked={showsEnded}
          onChange={(event) => setShowsEnded(event.currentTarget.checked)}
        />
      )}
      <GuideLink guide="authentication">{t('guide')}</GuideLink>
      <CreateKey opened={isCreating} onClose={() => setIsCreating(false)} onMade={onMade} />
      <ShownKey shown={shown} onClose={() => setShown(null)} />
    </Page>
  );
}
