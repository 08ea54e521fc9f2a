import { type KeyboardEvent, useState } from 'react';

/** Handler of a multi-line field: Enter acts, Shift+Enter breaks the line, and the Enter of an input method does neither. */
export const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  act();
};

/**
 * The text of a chat's field, which Enter or a button sends without spaces around it. Nothing is sent while it is busy. If
 * `onSend` resolves to false, what was not sent is in the field again, unless another text is.
 */
export function useChatText(onSend: (text: string) => unknown, isBusy = false) {
  const [text, setText] = useState('');
  const isEmpty = text.trim() === '';
  const send = async () => {
    if (isBusy || isEmpty) return;
    setText('');
    if ((await onSend(text.trim())) === false) setText((present) => present || text);
  };
  const field = {
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    onKeyDown: onEnter(send),
  };
  return { send, isEmpty, field };
}
