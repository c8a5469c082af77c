/** A file of an upload, read to its end. */
export interface UploadedFile {
  name: string
  type: string
  bytes: Uint8Array
}

/** One request, as the site takes it. */
export interface MockRequest {
  method: string
  /** Path below the REST root, `/wp/v2/posts` for example. */
  path: string
  /** The query, with arrays where a name ends in `[]` or is repeated so. */
  query: Record<string, unknown>
  /** Fields of a JSON body or of a form; null where the JSON can't be read. */
  body: Record<string, unknown> | null
  file?: UploadedFile | undefined
  /** Headers by their names in small letters. */
  headers?: Readonly<Record<string, string>>
  /** Whether the site itself asks: then no tag is made of the answer. */
  isOwn?: boolean
  /** How a write of a batch fails, by its method and path; undefined where it does not. */
  failurePartOf?: (line: string, work: () => unknown) => MockAnswer | undefined
}

/** One answer of the site. */
export interface MockAnswer {
  status: number
  headers: Record<string, string>
  /** JSON; undefined for an empty body. */
  data: unknown
}
