import { ActionIcon, Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** What shops write most: faces, hands, hearts, food, things and signs. */
const emojis = [
  ...'😀 😃 😄 😁 😅 😂 🙂 😉 😊 😇 🥰 😍 😘 😋 😎 🤩 🥳 🤗 🤔 😐 😬 🙄 😴 😕 😟 😢 😭 😱 😡 🤒'.split(' '),
  ...'👍 👎 👌 ✌️ 🤞 🙏 👏 🙌 💪 👋 🤝 👉 👈 👆 👇'.split(' '),
  ...'❤️ 🧡 💛 💚 💙 💜 🖤 💔 💖 ✨ ⭐ 🔥 🎉 🎁 🎂 🎈'.split(' '),
  ...'🍕 🍔 🍟 🌮 🍝 🍣 🥗 🍞 🥐 🧀 🍰 🍩 🍫 🍦 🍓 🍇 🥑 🍷 🍺 ☕ 🥤'.split(' '),
  ...'🛵 🚗 📦 🏠 🏪 📍 📅 ⏰ 📞 💬 📷 💳 💵 🧾 🛒 🔑 ✈️ ✂️ 💅 🐶 🐱'.split(' '),
  ...'✅ ❌ ❗ ❓ ⚠️ 🔔 🆗 🆕 💯'.split(' '),
];

/** Chooses an emoji for the message that is being written. */
export function EmojiPicker({ onChoose }: { onChoose(emoji: string): void }) {
  const { t } = useTranslation('inbox');
  const [isOpen, setIsOpen] = useState(false);
  const choose = (emoji: string) => {
    setIsOpen(false);
    onChoose(emoji);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="top-start" trapFocus shadow="md" returnFocus={false}>
      <Popover.Target>
        <Tooltip label={t('composer.emoji')} disabled={isOpen}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('composer.emoji')}
            onClick={() => setIsOpen(!isOpen)}
            visibleFrom="xs"
          >
            <IconMoodSmile size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={t('composer.emoji')}>
        <div className="ib-emojis">
          {emojis.map((emoji) => (
            <UnstyledButton key={emoji} className="ib-emoji" aria-label={emoji} onClick={() => choose(emoji)}>
              {emoji}
            </UnstyledButton>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
