import { memo } from 'react'
import type { ContentBlock } from 'copydesk'
import { contentOf, isOrdered } from './editableBlock'
import { RichText } from './RichText'
import type { BlockActions } from './useBlockActions'

interface ListProps {
  block: ContentBlock
  actions: BlockActions
}

/** The items of a list, with the lists inside them. */
export function ListItems({ block, actions }: ListProps) {
  const Tag = isOrdered(block) ? 'ol' : 'ul'
  return (
    <Tag className="text-list">
      {block.innerBlocks.map((item) => (
        <ListItem key={item.clientId} block={item} actions={actions} />
      ))}
    </Tag>
  )
}

const ListItem = memo(function ListItem({ block, actions }: ListProps) {
  return (
    <li>
      <RichText
        clientId={block.clientId ?? ''}
        actions={actions}
        label="List item"
        html={contentOf(block)}
        placeholder="List item"
        onIndent={actions.indent}
      />
      {block.innerBlocks.map((list) => (
        <ListItems key={list.clientId} block={list} actions={actions} />
      ))}
    </li>
  )
})
