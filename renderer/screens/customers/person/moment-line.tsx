import type { IconMessages } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Time } from '../../../components/values/time.tsx';

interface MomentLineProps {
  icon: typeof IconMessages;
  kind: string;
  at: string;
  title: ReactNode;
  /** Where it can be opened. */
  href: string | null;
  children?: ReactNode;
}

/** One entry of the timeline: icon, title that opens it, time, and what it says. */
export function MomentLine({ icon: Icon, kind, at, title, href, children }: MomentLineProps) {
  return (
    <li className="cu-moment" data-kind={kind}>
      <span className="cu-moment-icon" aria-hidden>
        <Icon size={16} stroke={1.7} />
      </span>
      <div className="cu-moment-body">
        <div className="cu-moment-head">
          {href === null ? (
            <span className="cu-moment-title">{title}</span>
          ) : (
            <Link href={href} className="cu-moment-title">
              {title}
            </Link>
          )}
          <span className="cu-dim">
            <Time at={at} />
          </span>
        </div>
        {children}
      </div>
    </li>
  );
}
