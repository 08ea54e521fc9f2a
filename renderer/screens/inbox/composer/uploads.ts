import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadWithProgress } from '../../../api/upload.ts';
import { mediaPath } from '../../../components/values/media-path.ts';
import { forgetFiles, keepFile, readFile } from '../../../kept/files.ts';
import { useBegun, useKeptName } from '../../../kept/use-kept.ts';
import { newId } from '../../../reserved/new-id.ts';
import { filesQuery, type LibraryFile } from '../../library/files/queries.ts';
import type { UploadedMedia } from '../types.ts';

/** An attachment as it is kept until it is sent. `kept/files.ts` has the file until it is uploaded. */
interface KeptAttachment {
  id: string;
  name: string;
  sizeBytes: number;
  /** Id of a file of the library, which counts how often it is sent; null for other files. */
  libraryId: string | null;
  /** Small picture of an uploaded one; null for other files. */
  thumbnailUrl: string | null;
  uploaded: UploadedMedia | null;
  /** Reason of a failed upload; null without a failure. */
  error: string | null;
}

export interface Attachment extends KeptAttachment {
  /** Preview of a picture; null for other files. */
  previewUrl: string | null;
  /** Share uploaded, 0 to 1. */
  progress: number;
}

const stillFresh = 60_000;

/** An attachment that lies in the library already. */
const ofLibrary = ({ id, name, url, contentType, sizeBytes, kind, isStored }: LibraryFile): KeptAttachment => ({
  id: newId(),
  ...{ name, sizeBytes, libraryId: id, error: null },
  thumbnailUrl: isStored ? thumbnailOf({ url, kind }) : null,
  uploaded: { url, contentType, sizeBytes, fileName: name, kind },
});

const thumbnailOf = ({ url, kind }: Pick<UploadedMedia, 'url' | 'kind'>): string | null =>
  kind === 'IMAGE' ? `${mediaPath(url)}?thumbnail=true` : null;

/**
 * Attachments of the composer: files that are uploaded as soon as they are chosen, and files of the library. They are kept
 * on the device until they are sent; an upload that was interrupted begins anew.
 */
export function useUploads(conversationId: string) {
  const { t } = useTranslation('inbox');
  const place = `${conversationId}.files`;
  const name = useKeptName(place);
  const [kept, setKept] = useBegun<KeptAttachment[]>(place, []);
  const { running, begin, abort, abortAll } = useRunningUploads(conversationId);
  const client = useQueryClient();

  const update = useCallback(
    (id: string, changes: Partial<KeptAttachment>) =>
      setKept((list) => list.map((each) => (each.id === id ? { ...each, ...changes } : each))),
    [setKept],
  );

  const start = useCallback(
    (id: string, file: File) => {
      const onDone = (uploaded: UploadedMedia) => {
        update(id, { uploaded, thumbnailUrl: thumbnailOf(uploaded) });
        forgetFiles((each) => each === `${name}.${id}`);
      };
      begin(id, file).then(onDone, (error: Error) => update(id, { error: error.message }));
    },
    [begin, update, name],
  );

  const add = useCallback(
    (files: Iterable<File>) => {
      for (const file of files) {
        const id = newId();
        const about = { name: file.name, sizeBytes: file.size, libraryId: null };
        setKept((list) => [...list, { id, ...about, thumbnailUrl: null, uploaded: null, error: null }]);
        keepFile(`${name}.${id}`, file);
        start(id, file);
      }
    },
    [setKept, start, name],
  );

  const retry = useCallback(
    async (id: string) => {
      const file = await readFile(`${name}.${id}`);
      update(id, { error: file ? null : t('composer.chooseAgain') });
      if (file) start(id, file);
    },
    [update, start, name, t],
  );

  /** Attaches files of the library; one that it no longer has is left out. */
  const addFromLibrary = useCallback(
    async (fileIds: string[]) => {
      const { data } = await client.fetchQuery({ ...filesQuery, staleTime: stillFresh });
      const files = fileIds.flatMap((id) => data.find((file) => file.id === id) ?? []);
      setKept((list) => {
        const present = new Set(list.map(({ libraryId }) => libraryId));
        return [...list, ...files.filter(({ id }) => !present.has(id)).map(ofLibrary)];
      });
    },
    [client, setKept],
  );

  const forget = useCallback(
    (gone: Attachment[]) => {
      const ids = new Set(gone.map(({ id }) => id));
      for (const id of ids) abort(id);
      setKept((list) => list.filter(({ id }) => !ids.has(id)));
      forgetFiles((each) => [...ids].some((id) => each === `${name}.${id}`));
    },
    [abort, setKept, name],
  );

  // Resumes uploads that were interrupted when the page or the conversation was left.
  useEffect(() => {
    for (const { id, uploaded } of kept) if (uploaded === null) retry(id);
    return abortAll;
  }, []);

  const attachments = kept.map((each): Attachment => {
    const run = running[each.id];
    return { ...each, previewUrl: run?.previewUrl ?? each.thumbnailUrl, progress: run?.progress ?? 0 };
  });
  return { attachments, add, addFromLibrary, retry, forget };
}

/** Uploads of this page by the ids of their attachments, with progress and the preview of a picture. */
function useRunningUploads(conversationId: string) {
  const [running, setRunning] = useState<Record<string, { progress: number; previewUrl: string | null }>>({});
  const aborts = useRef(new Map<string, () => void>());
  const begin = useCallback(
    (id: string, file: File): Promise<UploadedMedia> => {
      aborts.current.get(id)?.();
      const previewUrl = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
      const show = (progress: number) => setRunning((present) => ({ ...present, [id]: { progress, previewUrl } }));
      show(0);
      const path = { id: conversationId };
      const { done, abort } = uploadWithProgress('uploadConversationMedia', { path }, file, show);
      aborts.current.set(id, () => {
        abort();
        if (previewUrl) URL.revokeObjectURL(previewUrl);
      });
      return done;
    },
    [conversationId],
  );
  const abort = useCallback((id: string) => {
    aborts.current.get(id)?.();
    aborts.current.delete(id);
  }, []);
  const abortAll = useCallback(() => {
    for (const id of aborts.current.keys()) abort(id);
  }, [abort]);
  return { running, begin, abort, abortAll };
}
