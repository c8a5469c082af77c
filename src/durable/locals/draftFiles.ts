/** A file that is shown before it is uploaded. */
export interface DraftFile {
  readonly file: Blob
  readonly fileName: string | undefined
  /** The address that it is shown at, in this page alone. */
  readonly url: string
}

/** Fields of an attachment that the server makes of its file. */
export const shownFields: readonly string[] = ['source_url', 'mime_type', 'media_type']
