import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { uploadWithProgress } from '../../../api/upload.ts';
import { mediaPath } from '../../../components/values/media-path.ts';
import { newId } from '../../../reserved/new-id.ts';
import { filesQuery, type LibraryFile } from '../../library/files/queries.ts';
import type { UploadedMedia } from '../types.ts';

export interface Attachment {
  id: string;
  name: string;
  sizeBytes: number;
  /** Id of a file of the library, which counts how often it is sent; null for other files. */
  libraryId: string | null;
  /** Preview of a picture; null for other files. */
  previewUrl: string | null;
  /** Share uploaded, 0 to 1. */
  progress: number;
  uploaded: UploadedMedia | null;
  error: string | null;
}

const stillFresh = 60_000;

/** An attachment that lies in the library already. */
function ofLibrary({ id, name, url, contentType, sizeBytes, kind, isStored }: LibraryFile): Attachment {
  return {
    id: newId(),
    ...{ name, sizeBytes, libraryId: id, progress: 1, error: null },
    previewUrl: kind === 'IMAGE' && isStored ? `${mediaPath(url)}?thumbnail=true` : null,
    uploaded: { url, contentType, sizeBytes, fileName: name, kind },
  };
}

/** Attachments of the composer: files that are uploaded as soon as they are chosen, and files of the library. */
export function useUploads(conversationId: string) {
  const [attachments, setAttachments] = useState<Attachment[]>([]);
  const client = useQueryClient();
  const aborts = useRef(new Map<string, () => void>());

  const update = useCallback((id: string, changes: Partial<Attachment>) => {
    setAttachments((list) => list.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  }, []);

  const add = useCallback(
    (files: Iterable<File>) => {
      for (const file of files) {
        const id = newId();
        const previewUrl = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
        const about = { name: file.name, sizeBytes: file.size, libraryId: null };
        setAttachments((list) => [...list, { id, ...about, previewUrl, progress: 0, uploaded: null, error: null }]);
        const path = { id: conversationId };
        const { done, abort } = uploadWithProgress('uploadConversationMedia', { path }, file, (progress) =>
          update(id, { progress }),
        );
        aborts.current.set(id, abort);
        done.then(
          (uploaded) => update(id, { uploaded, progress: 1 }),
          (error: Error) => update(id, { error: error.message }),
        );
      }
    },
    [conversationId, update],
  );

  /** Attaches files of the library; one that it no longer has is left out. */
  const addFromLibrary = useCallback(
    async (fileIds: string[]) => {
      const { data } = await client.fetchQuery({ ...filesQuery, staleTime: stillFresh });
      const files = fileIds.flatMap((id) => data.find((file) => file.id === id) ?? []);
      setAttachments((list) => {
        const present = new Set(list.map(({ libraryId }) => libraryId));
        return [...list, ...files.filter(({ id }) => !present.has(id)).map(ofLibrary)];
      });
    },
    [client],
  );

  const forget = useCallback((gone: Attachment[]) => {
    for (const { id, previewUrl } of gone) {
      aborts.current.get(id)?.();
      aborts.current.delete(id);
      if (previewUrl) URL.revokeObjectURL(previewUrl);
    }
    const ids = new Set(gone.map(({ id }) => id));
    setAttachments((list) => list.filter(({ id }) => !ids.has(id)));
  }, []);

  // Abort unfinished uploads on unmount; nobody would use them.
  useEffect(() => {
    const open = aborts.current;
    return () => {
      for (const abort of open.values()) abort();
    };
  }, []);

  return { attachments, add, addFromLibrary, forget };
}
