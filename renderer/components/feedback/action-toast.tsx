import { Button } from '@mantine/core';

/** Text of a notification with a button. */
export function ActionToast({ text, action, onAct }: { text: string; action: string; onAct(): void }) {
  return (
    <div className="fd-undo">
      {text}
      <Button size="compact-sm" variant="light" onClick={onAct}>
        {action}
      </Button>
    </div>
  );
}
