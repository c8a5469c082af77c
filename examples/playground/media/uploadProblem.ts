import { RestError } from 'copydesk'
import { errorText } from '../errorText'
import { fileSize } from './fileSize'

/** Why a file did not arrive. */
export interface UploadProblem {
  text: string
  advice: string
  /** Whether another try would end the same way. */
  isFinal?: boolean
}

/** Why a file did not arrive, in the server's words, and what can be done about it. */
export function uploadProblem(error: unknown, file: File): UploadProblem {
  if (file.size === 0) return { text: 'The file is empty.', advice: 'Choose another one.', isFinal: true }
  const text = errorText(error)
  const { code = '', status = 0 } = error instanceof RestError ? error : {}
  if (status === 401 || status === 403) return { text, advice: 'This role may not upload files.' }
  if (status === 413 || /upload_max_filesize|MAX_FILE_SIZE|too (big|large)/i.test(text)) {
    return { text, advice: `It has ${fileSize(file.size)}. Make it smaller, or let the server take more.` }
  }
  if (/file type/i.test(text))
    return { text, advice: 'The server takes no files of this type.', isFinal: true }
  if (code === 'offline_error' || code === 'fetch_error')
    return { text, advice: 'Try again once there is a connection.' }
  return { text, advice: '' }
}
