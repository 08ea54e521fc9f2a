/** A failure that its message explains to the owner: programs show it as one line, without a stack trace. */
export class OwnerError extends Error {}
