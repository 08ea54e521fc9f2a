import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Card } from '../../../components/page/page.tsx';

export interface LineProps<Entry> {
  entry: Entry;
  index: number;
  /** Absent while another entry is edited, so that its input is not lost. */
  onEdit: (() => void) | undefined;
}

export interface FormProps<Entry> {
  /** Absent: a new entry. */
  entry?: Entry | undefined;
  onDone(): void;
}

interface EditableListProps<Entry> {
  title: string;
  intro?: string;
  add: string;
  /** Default: true. */
  canAdd?: boolean;
  /** Shown when the list is empty; null shows nothing. */
  none: string | null;
  entries: Entry[];
  /** Id of the entry that is edited from the start. */
  opened?: string | null;
  line(props: LineProps<Entry>): ReactNode;
  form(props: FormProps<Entry>): ReactNode;
  /** Buttons beside the add button. */
  actions?: ReactNode;
  /** Content above the list; `footer` is below it. */
  children?: ReactNode;
  footer?: ReactNode;
}

/** A list with inline editing of one entry at a time. */
export function EditableList<Entry extends { id: string }>(props: EditableListProps<Entry>) {
  const { title, intro, add, canAdd = true, none, entries, opened, line, form, actions, children, footer } = props;
  const [edited, setEdited] = useState<string | null>(opened ?? null);
  const onDone = () => setEdited(null);
  // The edited entry may have been deleted elsewhere.
  const isFree = edited === null || (edited !== 'new' && !entries.some(({ id }) => id === edited));
  return (
    <Card
      title={title}
      actions={
        <Group gap={6}>
          {actions}
          <Button size="xs" variant="light" onClick={() => setEdited('new')} disabled={!isFree || !canAdd}>
            {add}
          </Button>
        </Group>
      }
    >
      {intro && (
        <Text size="sm" c="dimmed" mb="sm">
          {intro}
        </Text>
      )}
      {children}
      {edited === 'new' && form({ onDone })}
      {none !== null && entries.length === 0 && edited !== 'new' && <Empty text={none} />}
      <ul className="fd-list">
        {entries.map((entry, index) => (
          <li key={entry.id} className="fd-line">
            {edited === entry.id
              ? form({ entry, onDone })
              : line({ entry, index, onEdit: isFree ? () => setEdited(entry.id) : undefined })}
          </li>
        ))}
      </ul>
      {footer}
    </Card>
  );
}

interface LineTextProps {
  title: ReactNode;
  text?: string | null;
  /** Dimmed, because the entry is inactive. */
  isFaint?: boolean;
  /** Buttons at the end. */
  children: ReactNode;
}

/** Text of an entry with its buttons. */
export function LineText({ title, text, isFaint = false, children }: LineTextProps) {
  return (
    <Group align="flex-start" gap="xs" py="sm">
      <div style={{ flex: '1 1 260px', minWidth: 0 }}>
        <Text
          component="div"
          size="sm"
          fw={600}
          c={isFaint ? 'dimmed' : undefined}
          style={{ overflowWrap: 'anywhere' }}
        >
          {title}
        </Text>
        {text && (
          <Text
            size="sm"
            c={isFaint ? 'dimmed' : undefined}
            style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {text}
          </Text>
        )}
      </div>
      <Group gap={4}>{children}</Group>
    </Group>
  );
}
