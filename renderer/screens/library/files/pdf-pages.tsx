import { Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../../components/page/tool-button.tsx';

GlobalWorkerOptions.workerSrc = workerUrl;

const widthPx = 640;

/** The pages of a PDF, one at a time. The browser's own viewer is missing in the desktop program and in some browsers. */
export default function PdfPages({ source, name }: { source: string; name: string }) {
  const { t } = useTranslation('library-files');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [page, setPage] = useState(1);
  const [isBroken, setIsBroken] = useState(false);

  useEffect(() => {
    const loading = getDocument({ url: source, isEvalSupported: false, disableRange: true, disableStream: true });
    loading.promise.then(setPdf).catch(() => setIsBroken(true));
    return () => void loading.destroy();
  }, [source]);

  useEffect(() => {
    const target = canvas.current;
    if (!pdf || !target) return;
    let stop = () => {};
    pdf
      .getPage(page)
      .then((shown) => {
        const { width } = shown.getViewport({ scale: 1 });
        const viewport = shown.getViewport({ scale: widthPx / width });
        target.width = viewport.width;
        target.height = viewport.height;
        const drawing = shown.render({ canvas: target, viewport });
        stop = () => drawing.cancel();
        return drawing.promise;
      })
      .catch(() => {});
    return () => stop();
  }, [pdf, page]);

  if (isBroken) {
    return (
      <Text size="sm" c="dimmed">
        {t('unreadable')}
      </Text>
    );
  }
  const pages = pdf?.numPages ?? 0;
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={name} data-drawn={pdf !== null} />
      {pages > 1 && (
        <Group gap="xs">
          <ToolButton label={t('previous')} disabled={page === 1} onClick={() => setPage(page - 1)}>
            <IconChevronLeft size={18} aria-hidden />
          </ToolButton>
          <Text size="sm" className="fd-figures" aria-live="polite">
            {t('page', { page, pages })}
          </Text>
          <ToolButton label={t('next')} disabled={page === pages} onClick={() => setPage(page + 1)}>
            <IconChevronRight size={18} aria-hidden />
          </ToolButton>
        </Group>
      )}
    </>
  );
}
