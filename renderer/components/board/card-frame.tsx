import { Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
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

/** The button of a card's menu. The menu is made when it is first asked for: a board has it on each of its cards. */
function CardMenu({ name, isTabStop, targets, onMove, menuItems }: CardMenuProps) {
  const { t } = useTranslation('board');
  const [isMade, setIsMade] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isMade) return;
    // The menu returns the focus to where it was, which is its own button; and it would take the click that made it, on a
    // button that is gone, for one outside.
    button.current?.focus();
    const timer = setTimeout(() => setIsOpen(true));
    return () => clearTimeout(timer);
  }, [isMade]);
  const face = (
    <button
      ref={button}
      type="button"
      className="bd-menu"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={t('menuOf', { card: name })}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={() => setIsMade(true)}
    >
      <IconDots size={18} aria-hidden />
    </button>
  );
  if (!isMade) return face;
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>{face}</Menu.Target>
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
