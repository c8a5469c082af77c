import { RestError } from 'copydesk'
import { errorText } from '../errorText'
import { fileSize } from './fileSize'

/** Why a file did not arrive, in the server's words, and what can be done about it. */
export function explainUpload(error: unknown, file: File): string {
  if (file.size === 0) return 'The file is empty. Choose another one.'
  const text = errorText(error)
  const { code = '', status = 0 } = error instanceof RestError ? error : {}
  if (status === 401 || status === 403) return `${text} This role may not upload files.`
  if (status === 413 || /upload_max_filesize|MAX_FILE_SIZE|too (big|large)/i.test(text))
    return `${text} It has ${fileSize(file.size)}. Make it smaller, or let the server take more.`
  if (/file type/i.test(text)) return `${text} The server takes no files of this type.`
  return code === 'offline_error' || code === 'fetch_error'
    ? `${text} Try again once there is a connection.`
    : text
}
