import { Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../../components/feedback/loading.tsx';
import { mediaPath } from '../../../components/values/media-path.ts';
import { FileMark } from './file-mark.tsx';
import type { LibraryFile } from './queries.ts';

const PdfPages = lazy(() => import('./pdf-pages.tsx'));

/** A file as large as the place allows: a picture, a player, the pages of a PDF, else the icon of its kind. */
export function Preview({ file }: { file: LibraryFile }) {
  const { t } = useTranslation('library-files');
  const [isLost, setIsLost] = useState(false);
  const { kind, contentType, isStored, url, name, updatedAt } = file;
  if (!isStored) {
    return (
      <div className="lf-preview">
        <FileMark file={file} size={64} />
        <Text size="sm" c="dimmed" ta="center">
          {t('linked', { host: new URL(url, window.location.href).host })}
        </Text>
      </div>
    );
  }
  const source = `${mediaPath(url)}?at=${encodeURIComponent(updatedAt)}`;
  const onError = () => setIsLost(true);
  if (isLost) return <NoPreview file={file} />;
  return (
    <section className="lf-preview" aria-label={t('preview')}>
      {kind === 'IMAGE' && <img src={source} alt={name} onError={onError} />}
      {/* biome-ignore lint/a11y/useMediaCaption: the shop's videos have no captions */}
      {kind === 'VIDEO' && <video src={source} controls preload="metadata" aria-label={name} />}
      {/* biome-ignore lint/a11y/useMediaCaption: the shop's recordings have no captions */}
      {kind === 'AUDIO' && <audio src={source} controls preload="metadata" aria-label={name} />}
      {contentType === 'application/pdf' && (
        <Suspense fallback={<Loading count={3} size="sm" />}>
          <PdfPages source={source} name={name} />
        </Suspense>
      )}
      {kind === 'DOCUMENT' && contentType !== 'application/pdf' && <NoPreview file={file} />}
    </section>
  );
}

function NoPreview({ file }: { file: LibraryFile }) {
  const { t } = useTranslation('library-files');
  return (
    <>
      <FileMark file={file} size={64} />
      <Text size="sm" c="dimmed">
        {t('noPreview')}
      </Text>
    </>
  );
}
