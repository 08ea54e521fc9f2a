/** Reasons why a source cannot be indexed: stable code → text for the owner. */
export const sourceFaults = {
  no_text:
    'No text was found in it. Pages that are pictures of text, such as scans, cannot be read: upload a version with ' +
    "real text (exported from the program that made it, or run through text recognition), or add the pictures to an agent's catalog",
  encrypted: 'The file is protected by a password: save it without one and upload it again',
  unreadable: 'The file is damaged or incomplete: open it on your computer, save it and upload it again',
  too_many_pages: 'A document may have 500 pages at most: split it',
  too_much_text: 'A source may have 5,000,000 characters of text at most: split it',
  unpacks_too_large: 'The file unpacks to far more than its size suggests: save it again without large pictures',
  timed_out: 'Reading the file took more than two minutes: split it, or save it again in a simpler form',
  out_of_memory: 'Reading the file takes too much memory: split it, or save it again in a simpler form',
  unsupported_type: 'Only PDF, DOCX, Markdown, HTML and plain text can be read',
  unreachable: 'The address cannot be reached: check that it opens in a browser',
  fetch_timed_out: 'The address did not respond completely within 15 seconds',
  response_too_large: 'The response of the address is larger than 10 MiB',
  address_not_allowed: 'The address leads to a network that the outbound rules forbid',
  too_many_redirects: 'The address redirects more than 3 times',
  robots_disallowed: "The site's robots.txt disallows programs from reading this page",
  robots_unavailable: "The site's robots.txt cannot be read now, so the page may not be read either",
  http_error: 'The address does not respond with a page',
  internal_error: 'An internal error occurred: reindex the source',
} as const;

export type SourceFaultCode = keyof typeof sourceFaults;

/** Makes the source FAILED without a retry; any other error is retried. */
export class SourceFault extends Error {
  readonly code: SourceFaultCode;

  /** `detail` is appended to the text of the code. */
  constructor(code: SourceFaultCode, detail?: string) {
    super(detail === undefined ? sourceFaults[code] : `${sourceFaults[code]} (${detail})`);
    this.code = code;
  }
}
