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
  /** Headers by their names in small letters; absent within a batch. */
  headers?: Readonly<Record<string, string>>
}

/** One answer of the site. */
export interface MockAnswer {
  status: number
  headers: Record<string, string>
  /** JSON; undefined for an empty body. */
  data: unknown
}
