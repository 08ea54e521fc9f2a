import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';

/** The menu of a narrow window. */
export function Drawer({ children, onClose }: { children: ReactNode; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog
      ref={dialog}
      className="drawer"
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
        <IconX size={20} aria-hidden />
      </button>
      <nav aria-label="Reference">{children}</nav>
    </dialog>
  );
}
