import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useCardDrag } from './use-drag.ts';

export interface MoveTarget {
  id: string;
  title: string;
  /** Why the card cannot go there; null: it can. */
  refusal: string | null;
}

interface CardFrameProps {
  id: string;
  name: string;
  href: string;
  /** Whether Tab reaches this card; arrows reach the others. */
  isTabStop: boolean;
  isOpen: boolean;
  isOrdered: boolean;
  /** Where a dragged card would land. */
  dropSide: 'above' | 'below' | undefined;
  /** Columns for the menu, computed when it opens. */
  targets(): MoveTarget[];
  onMove(columnId: string): void;
  /** More items of the menu. */
  menuItems: ReactNode;
  children: ReactNode;
}

/** What all cards have: a link over the whole card, dragging, and a menu that moves the card without dragging. */
export function CardFrame({ id, name, href, children, ...props }: CardFrameProps) {
  const contentId = useId();
  const ref = useRef<HTMLElement>(null);
  useCardDrag(ref, id, props.isOrdered);
  return (
    <article ref={ref} className="bd-card" data-drop={props.dropSide} data-open={props.isOpen || undefined}>
      <Link
        href={href}
        className="bd-link"
        draggable={false}
        data-card={id}
        aria-label={name}
        aria-describedby={contentId}
        aria-current={props.isOpen ? 'true' : undefined}
        tabIndex={props.isTabStop ? 0 : -1}
      />
      <div id={contentId} className="bd-content">
        {children}
      </div>
      <CardMenu name={name} {...props} />
    </article>
  );
}

type CardMenuProps = Pick<CardFrameProps, 'name' | 'isTabStop' | 'targets' | 'onMove' | 'menuItems'>;

function CardMenu({ name, isTabStop, targets, onMove, menuItems }: CardMenuProps) {
  const { t } = useTranslation('board');
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon
          className="bd-menu"
          variant="subtle"
          color="gray"
          size={28}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={t('menuOf', { card: name })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <MoveItems targets={targets} onMove={onMove} />
        {menuItems}
      </Menu.Dropdown>
    </Menu>
  );
}

function MoveItems({ targets, onMove }: Pick<CardFrameProps, 'targets' | 'onMove'>) {
  const { t } = useTranslation('board');
  return targets().map(({ id, title, refusal }) => (
    <Menu.Item key={id} disabled={refusal !== null} onClick={() => onMove(id)}>
      {t('moveTo', { column: title })}
      {refusal !== null && (
        <Text span display="block" size="xs">
          {refusal}
        </Text>
      )}
    </Menu.Item>
  ));
}
