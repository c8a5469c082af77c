import { memo, type ReactNode } from 'react'
import type { ContentBlock, EntityId } from 'copydesk'
import { GripVertical } from 'lucide-react'
import { useRenders } from 'copydesk/devtools'
import type { PostType } from '../route'
import { blockLabel } from './blockNames'
import { findBlock } from './blockTree'
import { CodeText } from './CodeText'
import { ContainerHead } from './ContainerHead'
import { contentOf, framedOf, isContainer, levelOf } from './editableBlock'
import { FootnoteList } from './FootnoteList'
import { ImageBlock } from './ImageBlock'
import { ListItems } from './ListItems'
import { RichText } from './RichText'
import { SourceBlock } from './kinds/SourceBlock'
import type { BlockActions } from './useBlockActions'

interface BlockListProps {
  blocks: readonly ContentBlock[]
  actions: BlockActions
  /** The block that the caret is in, or of which something else has the focus. */
  active: string | null
  type: PostType
  id: EntityId
}

/** Blocks one below the other. */
export function BlockList({ blocks, active, ...shared }: BlockListProps) {
  return blocks.map((block) => (
    <BlockRow
      key={block.clientId}
      {...shared}
      block={block}
      active={active !== null && findBlock([block], active) ? active : null}
    />
  ))
}

interface BlockRowProps extends Omit<BlockListProps, 'blocks'> {
  block: ContentBlock
  /** As of the list, but only while it is this block or one inside it. */
  active: string | null
}

const BlockRow = memo(function BlockRow(props: BlockRowProps) {
  useRenders('BlockRow')
  const { block, active } = props
  const isActive = active !== null && active === block.clientId
  return (
    <div className="block" data-block={block.clientId} data-active={isActive || undefined}>
      <span className="drag-handle" draggable title="Drag to move" aria-hidden>
        <GripVertical />
      </span>
      {isContainer(block) ? <ContainerBlock {...props} isActive={isActive} /> : editorOf(props)}
    </div>
  )
})

/** A block that holds others, such as columns: what is around them is kept as it is. */
function ContainerBlock({ block, isActive, ...shared }: BlockRowProps & { isActive: boolean }) {
  const label = blockLabel(block)
  return (
    <div className="container-block" role="group" aria-label={label}>
      <ContainerHead block={block} actions={shared.actions} isActive={isActive} />
      <div className="container-blocks" data-kind={block.name}>
        <BlockList {...shared} blocks={block.innerBlocks} />
      </div>
    </div>
  )
}

function editorOf({ block, actions, type, id }: BlockRowProps): ReactNode {
  const { name, innerBlocks, clientId = '' } = block
  if (name === 'core/footnotes') return <FootnoteList type={type} id={id} actions={actions} />
  const framed = framedOf(block)
  if (!framed) return <SourceBlock block={block} actions={actions} />
  const text = { clientId, actions, label: blockLabel(block), html: contentOf(block) }
  switch (name) {
    case 'core/paragraph':
      return (
        <RichText {...text} className="text-paragraph" placeholder="Write, or / for a block" isStarting />
      )
    case 'core/heading':
      return <RichText {...text} className={`text-heading level-${levelOf(block)}`} placeholder="Heading" />
    case 'core/list':
      return <ListItems block={block} actions={actions} />
    case 'core/quote':
      return (
        <blockquote className="text-quote">
          {innerBlocks.map((inner) => (
            <RichText
              key={inner.clientId}
              {...text}
              clientId={inner.clientId ?? ''}
              label="Quote"
              html={contentOf(inner)}
              placeholder="Quote"
            />
          ))}
          <RichText
            {...text}
            className="text-cite"
            label="Who said it"
            html={framed.cite ?? ''}
            placeholder="Who said it"
            isBlock={false}
            attribute="cite"
            onType={(cite) => actions.type(clientId, { cite: cite || undefined }, null)}
          />
        </blockquote>
      )
    case 'core/code':
      return <CodeText block={block} actions={actions} />
    case 'core/separator':
      return (
        <div className="separator" tabIndex={0} role="separator" aria-label="Separator">
          <hr />
        </div>
      )
    case 'core/image':
      return <ImageBlock block={block} actions={actions} />
    default:
      return <SourceBlock block={block} actions={actions} />
  }
}
