import type { ReactNode } from 'react'
import type { EntityId } from '../../core/keys'
import { EntityProvider as OwnProvider } from '../../react/provider/EntityProvider'

/** Props of {@link EntityProvider}. */
export interface EntityProviderProps {
  /** Without a kind the children see what is provided above. */
  readonly kind?: string
  /** The name of the entity, such as a post type. Without one the children see what is provided above. */
  readonly type?: string
  /** The id of the record. Default: none, so that nothing below edits the record of a provider above. */
  readonly id?: EntityId
  /** A revision to show in place of this record, and of no other. Default: the record itself. */
  readonly revisionId?: EntityId
  /** What is about the record. Default: nothing. */
  readonly children?: ReactNode
}

/**
 * Says which record the components below are about, for the hooks of this entry and for those of `copydesk/react`.
 * @example
 * const editor = (
 *   <EntityProvider kind="postType" type="post" id={1}>
 *     <Title />
 *   </EntityProvider>
 * )
 */
export function EntityProvider({ type, ...props }: EntityProviderProps) {
  return <OwnProvider {...props} name={type} />
}
