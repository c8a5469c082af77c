import { isRecord } from '../../core/plain'
import type { SyncUser } from '../syncOptions'

/** Who somebody is, as WordPress's editor sends and expects it of everybody in a room. */
interface CollaboratorInfo {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly avatar_urls: Readonly<Record<string, string>>
  readonly browserType: string
  /** When they came, in milliseconds. */
  readonly enteredAt: number
}

/** The sizes in which WordPress has avatars. */
const avatarSizes = ['24', '48', '96']

/** Without it, WordPress's editor ends with an error for everybody who is in the room with it. */
export function collaboratorInfo({ id, name, avatarUrl }: SyncUser, enteredAt: number): CollaboratorInfo {
  const number = Number(id)
  return {
    id: Number.isSafeInteger(number) ? number : 0,
    name,
    slug: '',
    avatar_urls: avatarUrl ? Object.fromEntries(avatarSizes.map((size) => [size, avatarUrl])) : {},
    browserType: 'Unknown',
    enteredAt,
  }
}

/** Who a presence is of, in our form or WordPress's; undefined for one that does not say. */
export function userIn(state: unknown): SyncUser | undefined {
  if (!isRecord(state)) return undefined
  if (isRecord(state.user)) {
    const { id, name, avatarUrl } = state.user
    return userOf(id, name, avatarUrl)
  }
  if (!isRecord(state.collaboratorInfo)) return undefined
  const { id, name, avatar_urls: avatars } = state.collaboratorInfo
  return userOf(id, name, isRecord(avatars) ? Object.values(avatars).at(-1) : undefined)
}

/** Whether a presence is of WordPress's own editor, which knows nothing of ours. */
export function isWordPressEditor(state: unknown): boolean {
  return isRecord(state) && isRecord(state.collaboratorInfo) && !isRecord(state.user)
}

/** Anybody can send anything: what is of no known type is left out. */
function userOf(id: unknown, name: unknown, avatarUrl: unknown): SyncUser {
  return {
    ...((typeof id === 'number' || typeof id === 'string') && { id }),
    name: typeof name === 'string' ? name : '',
    ...(typeof avatarUrl === 'string' && { avatarUrl }),
  }
}
