import { memo, type ReactNode } from 'react'
import type { ContentBlock } from 'copydesk'
import { useRenders } from 'copydesk/devtools'
import type { PostType } from '../route'
import { BlockTools } from './BlockTools'
import { blockLabel, choiceOf } from './blockNames'
import { findBlock } from './blockTree'
import { CodeText } from './CodeText'
import { ContainerHead } from './ContainerHead'
import { contentOf, framedOf, holdsOf, isContainer, levelOf } from './editableBlock'
import { FootnoteList } from './FootnoteList'
import { ImageBlock } from './ImageBlock'
import { ListItems } from './ListItems'
import { RichText } from './RichText'
import { SourceBlock } from './SourceBlock'
import type { BlockActions } from './useBlockActions'

interface BlockListProps {
  blocks: readonly ContentBlock[]
  actions: BlockActions
  /** The block that the caret is in, or of which something else has the focus: its tools are shown. */
  active: string | null
  type: PostType
  id: number
  /** What people call the container that the blocks are in, if they are in one. */
  within?: string
}

/** Blocks one below the other, each with its tools while somebody is in it. */
export function BlockList({ blocks, active, ...shared }: BlockListProps) {
  return blocks.map((block, place) => (
    <BlockRow
      key={block.clientId}
      {...shared}
      block={block}
      active={active !== null && findBlock([block], active) ? active : null}
      isFirst={place === 0}
      isLast={place === blocks.length - 1}
    />
  ))
}

interface BlockRowProps extends Omit<BlockListProps, 'blocks'> {
  block: ContentBlock
  /** As of the list, but only while it is this block or one inside it. */
  active: string | null
  isFirst: boolean
  isLast: boolean
}

const BlockRow = memo(function BlockRow(props: BlockRowProps) {
  useRenders('BlockRow')
  const { block, active, actions, within, isFirst, isLast } = props
  const isActive = active !== null && active === block.clientId
  return (
    <div className="block" data-block={block.clientId} data-active={isActive || undefined}>
      {isActive && (
        <BlockTools
          clientId={block.clientId ?? ''}
          label={blockLabel(block)}
          choice={framedOf(block) && choiceOf(block)}
          holds={holdsOf(block)}
          within={within}
          actions={actions}
          isFirst={isFirst}
          isLast={isLast}
        />
      )}
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
        <BlockList {...shared} within={label} blocks={block.innerBlocks} />
      </div>
    </div>
  )
}

function editorOf({ block, actions, type, id }: BlockRowProps): ReactNode {
  const { name, innerBlocks, clientId = '' } = block
  if (name === 'core/footnotes') return <FootnoteList type={type} id={id} actions={actions} />
  const framed = framedOf(block)
  if (!framed) return <SourceBlock block={block} />
  const text = { clientId, actions, label: blockLabel(block), html: contentOf(block) }
  switch (name) {
    case 'core/paragraph':
      return <RichText {...text} className="text-paragraph" placeholder="Write, or paste a text" isStarting />
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
      return <SourceBlock block={block} />
  }
}
