import { IconFile, IconFileTypePdf, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react';
import { useState } from 'react';
import { mediaPath } from '../../../components/values/media-path.ts';
import type { LibraryFile } from './queries.ts';
import './files.css';

const icons = { IMAGE: IconPhoto, VIDEO: IconVideo, AUDIO: IconMusic, DOCUMENT: IconFile };

interface FileMarkProps {
  file: LibraryFile;
  /** In pixels; absent: the style sheet says. */
  size?: number;
}

/** A small picture of a file, else the icon of its kind. What lies elsewhere is not fetched. */
export function FileMark({ file, size }: FileMarkProps) {
  const [isLost, setIsLost] = useState(false);
  const { kind, contentType, isStored, url, updatedAt } = file;
  const Icon = contentType === 'application/pdf' ? IconFileTypePdf : icons[kind];
  return (
    <span className="lf-mark" {...(size === undefined ? {} : { style: { width: size, height: size } })}>
      {kind === 'IMAGE' && isStored && !isLost ? (
        // The time of the last change makes the browser ask again after a replacement.
        <img
          src={`${mediaPath(url)}?thumbnail=true&at=${encodeURIComponent(updatedAt)}`}
          alt=""
          loading="lazy"
          onError={() => setIsLost(true)}
        />
      ) : (
        <Icon size={size === undefined ? 40 : size * 0.6} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}
