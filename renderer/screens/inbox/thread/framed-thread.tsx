import '../inbox.css';
import '../words.ts';
import { ThreadPane } from './thread-pane.tsx';

/** A conversation inside another screen. */
export const FramedThread = ({ id, onBack }: { id: string; onBack(): void }) => (
  <div className="ib ib-framed">
    <ThreadPane id={id} known={undefined} onBack={onBack} />
  </div>
);
