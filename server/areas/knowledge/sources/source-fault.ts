/** Why a source cannot be indexed: stable code -> what the owner reads. */
export const sourceFaults = {
  no_text:
    'No text was found in it. Pages that are pictures of text, such as scans, cannot be read: upload a version with ' +
    "real text (exported from the program that made it, or run through text recognition), or add the pictures to an agent's catalog",
  encrypted: 'The file is protected by a password: save it without one and upload that',
  unreadable: 'The file is damaged or cut off: open it on your computer, save it again and upload that',
  too_many_pages: 'A document may have 500 pages at most: split it',
  too_much_text: 'A source may have 5,000,000 characters of text at most: split it',
  unpacks_too_large:
    'The file unpacks to far more than a document of its size has: save it again without large pictures',
  timed_out: 'Reading the file took more than 30 seconds: split it, or save it again in a simpler form',
  out_of_memory: 'Reading the file takes more memory than a document may: split it, or save it again in a simpler form',
  unsupported_type: 'Only PDF, DOCX, Markdown, HTML and plain text can be read',
  unreachable: 'The address cannot be reached: check that it opens in a browser',
  fetch_timed_out: 'The address did not answer completely within 15 seconds',
  response_too_large: 'What the address answers is larger than 10 MiB',
  address_not_allowed: 'The address leads to a network that may not be reached from here',
  too_many_redirects: 'The address redirects more than 3 times',
  robots_disallowed: "The site's robots.txt asks programs not to read this page",
  robots_unavailable: "The site's robots.txt cannot be read now, so it is not known whether the page may be",
  http_error: 'The address does not answer with a page',
  internal_error: 'Something went wrong here: try to reindex the source',
} as const;

export type SourceFaultCode = keyof typeof sourceFaults;

/** Ends the indexing of a source in FAILED; anything else that is thrown is tried again. */
export class SourceFault extends Error {
  readonly code: SourceFaultCode;

  /** `detail` is added to the words of the code. */
  constructor(code: SourceFaultCode, detail?: string) {
    super(detail === undefined ? sourceFaults[code] : `${sourceFaults[code]} (${detail})`);
    this.code = code;
  }
}
