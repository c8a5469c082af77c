import type * as Yjs from 'yjs'
import { blockField, type ContentBlock } from '../../edits/blockCodec'
import { isEqual } from '../../core/isEqual'
import { filterFields, isRecord, type RecordData } from '../../core/plain'
import { createBlockList } from './blockList'
import { documentMap, editsMap, stateMap, type OpenCodec, type RecordCodec } from './recordCodec'
import { createSharedTexts } from './sharedText'
import { storedDocument } from './unsharedFields'
import { charactersOf, sameCharacters } from './versionCharacters'

const isShared = (entry: string) => entry !== storedDocument

/** The version of the document's form. */
const version = 1

/** Options of {@link structuredCodec}. */
export interface StructuredCodecOptions {
  /** Whether an attribute of a block is a text that people write in. Default: `content`, `value`, `citation`, `caption`, `text`, `summary`. */
  readonly isRichText?: (blockName: string, attribute: string) => boolean
  /**
   * Whether an attribute is one that your block codec made up and WordPress's editor does not know: it stands beside
   * the others, where that editor does not take it for one of its own. Default: none is.
   */
  readonly isPrivate?: (blockName: string, attribute: string) => boolean
}

const richAttributes = new Set(['content', 'value', 'citation', 'caption', 'text', 'summary'])

/**
 * Texts, blocks and meta are merged inside their fields, so that several people can write in one paragraph. The document
 * holds the whole of them, in the form that WordPress gives it.
 */
export function structuredCodec({
  isRichText = (blockName, attribute) => richAttributes.has(attribute),
  isPrivate = () => false,
}: StructuredCodecOptions = {}): RecordCodec {
  const kindOf: RecordCodec['mergeKind'] = (config, field) => {
    if (field === 'blocks' && blockField(config)) return 'blocks'
    if (config.mergedEdits?.[field]) return 'entries'
    return config.rawAttributes?.includes(field) ? 'text' : 'value'
  }
  return {
    name: 'structured',
    root: documentMap,
    isSeeded: true,
    objectType: ({ syncObjectType }) => String(syncObjectType),
    mergeKind: kindOf,
    open(Y, doc, config): OpenCodec {
      const fields = doc.getMap(documentMap)
      const state = doc.getMap(stateMap)
      const texts = createSharedTexts(Y, doc)
      const lists = createBlockList(Y, texts, { isRichText, isPrivate })
      /** The entries of merged fields. None is ever taken out: one that is missing is about to come anew. */
      const entries = new Map<string, RecordData>()

      function entriesOf(field: string, map: Yjs.Map<unknown>): RecordData {
        const known = filterFields({ ...entries.get(field), ...map.toJSON() }, isShared)
        entries.set(field, known)
        return known
      }

      function write(field: string, value: unknown): void {
        if (state.get('version') === undefined) state.set('version', version)
        const kind = kindOf(config, field)
        const before = fields.get(field)
        if (kind === 'text' && typeof value === 'string') {
          if (before instanceof Y.Text) texts.write(before, value)
          else fields.set(field, new Y.Text(value))
        } else if (kind === 'entries' && isRecord(value)) {
          if (!(before instanceof Y.Map)) entries.delete(field)
          const map = (before instanceof Y.Map ? before : fields.set(field, new Y.Map())) as Yjs.Map<unknown>
          map.delete(storedDocument)
          const known = entriesOf(field, map)
          for (const [name, entry] of Object.entries(value))
            if (!isEqual(known[name], entry)) map.set(name, entry)
          entriesOf(field, map)
        } else if (kind === 'blocks' && Array.isArray(value)) {
          const list = before instanceof Y.Array ? before : fields.set(field, new Y.Array<unknown>())
          lists.write(list as Yjs.Array<unknown>, value as readonly ContentBlock[])
        } else if (!isEqual(before, value)) fields.set(field, value)
      }

      /** Whether a field has the form that it is to have: anybody may have written anything there. */
      function isReadable(field: string): boolean {
        const value = fields.get(field)
        const kind = kindOf(config, field)
        if (value === undefined) return false
        if (kind === 'text') return value instanceof Y.Text || typeof value === 'string'
        if (kind === 'entries') return value instanceof Y.Map
        if (kind === 'blocks') return value instanceof Y.Array
        return !(value instanceof Y.AbstractType)
      }

      /** The field that a shared type is in, or is. */
      function fieldAround(shared: Yjs.AbstractType<unknown>): string | undefined {
        let outer = shared
        while (outer.parent && (outer.parent as unknown) !== fields) outer = outer.parent
        return fieldOf(outer)
      }

      function fieldOf(shared: unknown): string | undefined {
        let found: string | undefined
        fields.forEach((value, field) => {
          if (value === shared) found = field
        })
        return found
      }

      return {
        isForeign: () =>
          state.has('version')
            ? state.get('version') !== version
            : fields.size > 0 || doc.getMap(editsMap).size > 0,
        has: isReadable,
        read: (field) => {
          const value = fields.get(field)
          if (value instanceof Y.Text) return texts.read(value)
          if (value instanceof Y.Map) return entriesOf(field, value as Yjs.Map<unknown>)
          return value instanceof Y.Array ? lists.read(value as Yjs.Array<unknown>) : value
        },
        readAt: (field, had) => {
          const value = fields.get(field)
          if (value instanceof Y.Text) return texts.readAt(value, had)
          return value instanceof Y.Array ? lists.readAt(value as Yjs.Array<unknown>, had) : undefined
        },
        write,
        repeat: (field, edit) => {
          const [kind, written] = [kindOf(config, field), fields.get(field)]
          if (kind === 'value' && fields.has(field)) fields.set(field, edit)
          if (!(written instanceof Y.Map) || !isRecord(edit)) return
          for (const [name, entry] of Object.entries(edit)) written.set(name, entry)
        },
        adopt: (field, value) => {
          const list = fields.get(field)
          if (list instanceof Y.Map && isRecord(value)) entries.set(field, { ...value, ...list.toJSON() })
          if (!(list instanceof Y.Array) || !Array.isArray(value)) return
          lists.adopt(list, value as readonly ContentBlock[])
        },
        madeAs: (field) => {
          const value = fields.get(field)
          return value instanceof Y.Text || value instanceof Y.Array ? value._item?.id : undefined
        },
        characters: (field, version) => {
          const value = fields.get(field)
          if (value instanceof Y.Text && typeof version === 'string') return charactersOf(value, version)
          return value instanceof Y.Array && Array.isArray(version)
            ? lists.characters(value as Yjs.Array<unknown>, version as readonly ContentBlock[])
            : undefined
        },
        dropSame: (field, heard) => {
          const value = fields.get(field)
          if (!(value instanceof Y.Text || value instanceof Y.Array)) return
          // Of all that is there, only a save has to know the characters.
          const allOf = () =>
            value instanceof Y.Text
              ? charactersOf(value, texts.read(value))
              : lists.characters(value, lists.read(value))
          const root = value as Yjs.AbstractType<unknown>
          const staysFor = sameCharacters(Y, doc, { root, field, unheard: heard && { heard, all: allOf() } })
          if (!staysFor) return
          if (value instanceof Y.Text) texts.dropSame(value, staysFor)
          else lists.dropSame(value, staysFor)
        },
        setOff: texts.setOff,
        remove: () => undefined,
        tidy: () => {
          for (const list of fields.values()) if (list instanceof Y.Array) lists.sweep(list)
        },
        fields: () => [...fields.keys()].filter(isReadable),
        forget: (events) => {
          lists.forget(events)
          const changed = new Set<string>()
          for (const event of events) {
            const target = event.target as unknown
            if (target instanceof Y.Text) texts.forget(target, (item) => event.adds(item))
            const names = target === fields ? event.keys.keys() : [fieldAround(event.target)]
            for (const name of names) {
              if (name === undefined) continue
              changed.add(name)
              const value = fields.get(name)
              if (value instanceof Y.Map) entriesOf(name, value)
            }
          }
          return [...changed]
        },
        textAt: ({ field, block, attribute }) => {
          const value = fields.get(field)
          if (value instanceof Y.Text) return value
          return block !== undefined && attribute !== undefined ? lists.textAt(block, attribute) : undefined
        },
        placeOf: (text) => {
          const field = fieldOf(text)
          return field === undefined ? lists.placeOf(text) : { field }
        },
      }
    },
  }
}
