import { memo, type ReactNode } from 'react'
import type { ContentBlock } from 'copydesk'
import { useRenders } from '../hood/useRenders'
import type { PostType } from '../route'
import { BlockTools } from './BlockTools'
import { blockLabel, choiceOf } from './blockNames'
import { CodeText } from './CodeText'
import { contentOf, framedOf, levelOf } from './editableBlock'
import { FootnoteList } from './FootnoteList'
import { ImageBlock } from './ImageBlock'
import { ListItems } from './ListItems'
import { RichText } from './RichText'
import { SourceBlock } from './SourceBlock'
import type { BlockActions } from './useBlockActions'

interface BlockRowProps {
  block: ContentBlock
  actions: BlockActions
  /** Whether the caret is in it: then its tools are shown. */
  isActive: boolean
  isFirst: boolean
  isLast: boolean
  type: PostType
  id: number
}

/** One block of a document, with its tools while somebody is in it. */
export const BlockRow = memo(function BlockRow(props: BlockRowProps) {
  useRenders('BlockRow')
  const { block, isActive, actions, isFirst, isLast, type, id } = props
  return (
    <div className="block" data-block={block.clientId} data-active={isActive || undefined}>
      {isActive && (
        <BlockTools
          clientId={block.clientId ?? ''}
          label={blockLabel(block)}
          choice={framedOf(block) && choiceOf(block)}
          actions={actions}
          isFirst={isFirst}
          isLast={isLast}
        />
      )}
      {editorOf(block, actions, type, id)}
    </div>
  )
})

function editorOf(block: ContentBlock, actions: BlockActions, type: PostType, id: number): ReactNode {
  const { name, innerBlocks, clientId = '' } = block
  if (name === 'core/footnotes') return <FootnoteList type={type} id={id} actions={actions} />
  const framed = framedOf(block)
  if (!framed) return <SourceBlock block={block} />
  const text = { clientId, actions, label: blockLabel(block), html: contentOf(block) }
  switch (name) {
    case 'core/paragraph':
      return <RichText {...text} className="text-paragraph" placeholder="Write, or paste a text" />
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
