import './words.ts';
import { Anchor, Button, FileButton, Group, Pill, Select, Text, UnstyledButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'wouter';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { SearchField } from '../../../components/form/search-field.tsx';
import { useFileDrop } from '../../../components/form/use-file-drop.ts';
import { DetailDrawer } from '../../../components/page/detail-drawer.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { AddedList } from './added-list.tsx';
import { FileDetails } from './file-details.tsx';
import { FileMark } from './file-mark.tsx';
import { findFiles, tagsOf } from './find-files.ts';
import { filesQuery, type LibraryFile } from './queries.ts';
import { useAddedFiles } from './use-added-files.ts';
import './files.css';

const path = '/library/files';

/** Files that the shop sends: added by dropping them, found by words, kind and tag. One is open at `…/:id`. */
export function Files() {
  const { t } = useTranslation('library-files');
  const { id } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  const { data, error, refetch } = useQuery(filesQuery);
  const { added, add, remove } = useAddedFiles();
  const drop = useFileDrop(add);
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  const opened = data.data.find((file) => file.id === id) ?? null;
  const button = (
    <FileButton multiple onChange={add}>
      {(props) => (
        <Button leftSection={<IconUpload size={17} aria-hidden />} {...props}>
          {t('upload')}
        </Button>
      )}
    </FileButton>
  );
  return (
    <div className="lf-screen" {...drop.handlers}>
      {drop.isOver && <div className="lf-over">{t('drop')}</div>}
      {data.data.length === 0 ? (
        <>
          <AddedList added={added} onRemove={remove} />
          <Empty drawing="library" text={t('empty')} action={button} />
        </>
      ) : (
        <Gallery files={data.data} uploads={<AddedList added={added} onRemove={remove} />} button={button} />
      )}
      <DetailDrawer id={opened?.id ?? null} title={opened?.name ?? ''} onClose={() => navigate(path)}>
        {() => opened && <FileDetails key={opened.id} file={opened} onClose={() => navigate(path)} />}
      </DetailDrawer>
    </div>
  );
}

interface GalleryProps {
  files: LibraryFile[];
  uploads: React.ReactNode;
  button: React.ReactNode;
}

function Gallery({ files, uploads, button }: GalleryProps) {
  const { t } = useTranslation('library-files');
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<LibraryFile['kind'] | null>(null);
  const [tag, setTag] = useState<string | null>(null);
  const shown = findFiles(files, { search, kind, tag });
  return (
    <>
      <Group mb="sm" gap="sm">
        <SearchField label={t('search')} value={search} onChange={setSearch} />
        <Select
          w={{ base: 120, xs: 150 }}
          aria-label={t('kind')}
          placeholder={t('kind')}
          clearable
          data={(['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT'] as const).map((value) => ({
            value,
            label: t(`kinds.${value}`),
          }))}
          value={kind}
          onChange={(value) => setKind(value as LibraryFile['kind'] | null)}
        />
        <Text size="sm" c="dimmed" className="fd-figures" aria-live="polite" flex="1 1 60px">
          {t('count', { count: shown.length })}
        </Text>
        {button}
      </Group>
      <Tags files={files} tag={tag} onChange={setTag} />
      {uploads}
      {shown.length === 0 && <Empty drawing="search" text={t('noneFound')} />}
      <ul className="lf-grid">
        {shown.map((file) => (
          <Tile key={file.id} file={file} />
        ))}
      </ul>
    </>
  );
}

const mostTags = 12;

interface TagsProps {
  files: LibraryFile[];
  tag: string | null;
  onChange(tag: string | null): void;
}

/** The most used tags; a click shows only their files. */
function Tags({ files, tag, onChange }: TagsProps) {
  const { t } = useTranslation('library-files');
  const tags = tagsOf(files).slice(0, mostTags);
  if (tags.length === 0) return null;
  return (
    <Group gap={6} mb="md" role="group" aria-label={t('tags')}>
      {tags.map(({ name, count }) => (
        <UnstyledButton
          key={name}
          className="lf-tag"
          aria-pressed={name === tag}
          onClick={() => onChange(name === tag ? null : name)}
        >
          <Pill size="md">{`${name} · ${count}`}</Pill>
        </UnstyledButton>
      ))}
    </Group>
  );
}

function Tile({ file }: { file: LibraryFile }) {
  const { t } = useTranslation('library-files');
  const { bytes } = useFormats();
  const { id, name, kind, sizeBytes, usageCount } = file;
  return (
    <li className="lf-tile">
      <FileMark file={file} />
      <div className="lf-tile-text">
        <Anchor component={Link} className="lf-tile-name" href={`${path}/${encodeURIComponent(id)}`} title={name}>
          {name}
        </Anchor>
        <Text size="xs" c="dimmed" truncate className="fd-figures">
          {`${t(`shell:messageTypes.${kind}`)} · ${bytes(sizeBytes)}`}
          {usageCount > 0 && ` · ${t('sentBefore', { count: usageCount })}`}
        </Text>
      </div>
    </li>
  );
}
