// These packages ship no types: what the example uses of them.
declare module '@wordpress/block-editor' {
  import type { ComponentType, ReactNode } from 'react'

  export interface EditorBlock {
    readonly name: string
    readonly clientId: string
    readonly attributes: Record<string, unknown>
    readonly innerBlocks: EditorBlock[]
  }
  type TakeBlocks = (blocks: EditorBlock[], options?: { selection?: object }) => void

  export const BlockEditorProvider: ComponentType<{
    value: EditorBlock[]
    onInput: TakeBlocks
    onChange: TakeBlocks
    settings: object
    children: ReactNode
  }>
  export const BlockCanvas: ComponentType<{ height?: string; styles?: readonly { css: string }[] }>
  export const BlockInspector: ComponentType
  export const BlockToolbar: ComponentType<{ hideDragHandle?: boolean }>
  export const Inserter: ComponentType<{ rootClientId: string | undefined; toggleProps?: object }>
}

declare module '@wordpress/block-library' {
  export function registerCoreBlocks(): void
}

declare module '@wordpress/format-library'
