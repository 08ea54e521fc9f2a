import { ActionIcon, type ActionIconProps, type ElementProps, Tooltip } from '@mantine/core';

interface ToolButtonProps extends ActionIconProps, ElementProps<'button', keyof ActionIconProps> {
  /** What it does: shown on hover, and its name. */
  label: string;
}

/** A quiet button with an icon. */
export const ToolButton = ({ label, ...button }: ToolButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size="lg" {...button} aria-label={label} />
  </Tooltip>
);
