import { createHash, hkdfSync } from 'node:crypto';
import { aesDecryptGCM, decryptPollVote, proto, type WAMessage } from 'baileys';
import { unwrap } from './unwrap.ts';

/** The vendor lets people correct a message for a quarter of an hour, and vote for longer. */
const mostSecrets = 5_000;

interface Secret {
  secret: Uint8Array;
  poll: proto.Message.IPollCreationMessage | null;
}

/**
 * The secrets of recent messages, by which their authors encrypt what refers to them: corrections and votes. The library
 * decrypts neither. They are in memory only: the vendor accepts corrections for a quarter of an hour.
 */
export class MessageSecrets {
  readonly #secrets = new Map<string, Secret>();

  remember({ key, message }: WAMessage): void {
    const { content } = unwrap(message ?? {});
    const secret = message?.messageContextInfo?.messageSecret ?? content.messageContextInfo?.messageSecret;
    if (!key.id || !secret?.length) return;
    const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3;
    this.#secrets.set(key.id, { secret, poll: poll ?? content.pollCreationMessageV5 ?? null });
    const [oldest] = this.#secrets.keys();
    if (this.#secrets.size > mostSecrets && oldest !== undefined) this.#secrets.delete(oldest);
  }

  /** The new content of a corrected message; null if it cannot be decrypted. `authors` are the author's addresses. */
  openEdit(edit: proto.Message.ISecretEncryptedMessage, authors: string[]): proto.IMessage | null {
    const { targetMessageKey: target, encPayload, encIv } = edit;
    const known = this.#secrets.get(target?.id ?? '');
    if (!known || !target?.id || !encPayload || !encIv) return null;
    for (const author of authors) {
      const info = Buffer.from(`${target.id}${author}${author}Message Edit`);
      const key = Buffer.from(hkdfSync('sha256', known.secret, Buffer.alloc(32), info, 32));
      const opened = attempt(() => proto.Message.decode(aesDecryptGCM(encPayload, key, encIv, Buffer.alloc(0))));
      if (opened) return opened;
    }
    return null;
  }

  /** The question of a poll and the chosen options; null if the vote cannot be decrypted. */
  openVote(
    update: proto.Message.IPollUpdateMessage,
    creators: string[],
    voters: string[],
  ): { question: string; options: string[] } | null {
    const pollMsgId = update.pollCreationMessageKey?.id;
    const known = this.#secrets.get(pollMsgId ?? '');
    if (!known?.poll || !pollMsgId || !update.vote) return null;
    const { secret: pollEncKey, poll } = known;
    for (const pollCreatorJid of creators) {
      for (const voterJid of voters) {
        const names = { pollCreatorJid, pollMsgId, pollEncKey, voterJid };
        const vote = attempt(() => decryptPollVote(update.vote as proto.Message.IPollEncValue, names));
        if (vote) return { question: poll.name ?? '', options: chosenOf(poll, vote.selectedOptions ?? []) };
      }
    }
    return null;
  }
}

/** A vote names its options by their hashes. */
function chosenOf(poll: proto.Message.IPollCreationMessage, hashes: Uint8Array[]): string[] {
  const chosen = new Set(hashes.map((hash) => Buffer.from(hash).toString('hex')));
  const names = (poll.options ?? []).flatMap(({ optionName }) => optionName ?? []);
  return names.filter((name) => chosen.has(createHash('sha256').update(name).digest('hex')));
}

/** A wrong key fails the authentication of the cipher. */
function attempt<Result>(open: () => Result): Result | null {
  try {
    return open();
  } catch {
    return null;
  }
}
