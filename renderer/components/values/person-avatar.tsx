import { IconUser } from '@tabler/icons-react';
import { initialsOf, personColorOf } from './initials.ts';

/** A person's initials in colours of their own; stands beside the name, so it is not read aloud. */
export function PersonAvatar({ name, size = 32 }: { name: string; size?: number }) {
  const initials = initialsOf(name);
  const color = personColorOf(name);
  return (
    <span
      className="fd-avatar"
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.4),
        background: `var(--fd-person-${color}-surface)`,
        color: `var(--fd-person-${color}-text)`,
      }}
      aria-hidden
    >
      {initials === '' ? <IconUser size={size * 0.55} stroke={1.7} /> : initials}
    </span>
  );
}
