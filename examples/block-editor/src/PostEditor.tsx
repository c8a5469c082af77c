import { useEffect } from 'react'
import { errorText } from 'copydesk'
import { useEntityBlocks, useEntityRecord, useEntityField, useLeaveGuard } from 'copydesk/react'
import {
  BlockCanvas,
  BlockEditorProvider,
  BlockInspector,
  BlockToolbar,
  type EditorBlock,
} from '@wordpress/block-editor'
import { Notice, Popover, SlotFillProvider, Spinner, TextControl } from '@wordpress/components'
import { editorStyles } from './editorStyles'
import { PostBar } from './PostBar'
import { Revisions } from './Revisions'
import { useEditorSettings } from './useEditorSettings'

/** One post in the real block editor: `useEntityBlocks` gives it its blocks and takes them back. */
export function PostEditor({ id }: { id: number }) {
  const { editedRecord, save, error } = useEntityRecord('postType', 'post', id)
  const [blocks, onInput, onChange] = useEntityBlocks('postType', 'post', { id })
  const title = useEntityField('postType', 'post', id, 'title')
  const settings = useEditorSettings('postType', 'post', id)
  useLeaveGuard()
  useEffect(() => {
    const saveByKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return undefined
      event.preventDefault()
      return save()
    }
    addEventListener('keydown', saveByKey)
    return () => removeEventListener('keydown', saveByKey)
  }, [save])

  if (error) {
    return (
      <Notice status="error" isDismissible={false}>
        {errorText(error)}
      </Notice>
    )
  }
  if (!editedRecord || !blocks) return <Spinner />
  return (
    <SlotFillProvider>
      <BlockEditorProvider
        value={blocks as EditorBlock[]}
        onInput={onInput}
        onChange={onChange}
        settings={settings}
      >
        <main className="post">
          <PostBar id={id} />
          <div className="post-tools">
            <BlockToolbar hideDragHandle />
          </div>
          <TextControl
            className="post-title"
            label="Title"
            hideLabelFromVision
            value={title.value ?? ''}
            onChange={title.set}
            disabled={title.canEdit === false}
            placeholder="Add title"
          />
          <BlockCanvas height="100%" styles={editorStyles} />
        </main>
        <aside className="inspector" aria-label="Settings">
          <BlockInspector />
          <Revisions id={id} />
        </aside>
        <Popover.Slot />
      </BlockEditorProvider>
    </SlotFillProvider>
  )
}
