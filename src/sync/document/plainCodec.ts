import { isEqual } from '../../core/isEqual'
import { isRecord } from '../../core/plain'
import { editsMap, stateMap, type OpenCodec, type RecordCodec } from './recordCodec'

/**
 * Each field is one value: of two people who change the same field at once, the last one counts. The document holds
 * what is edited and not saved.
 */
export const plainCodec: RecordCodec = {
  name: 'plain',
  root: editsMap,
  isSeeded: false,
  objectType: ({ syncObjectType }) => `${syncObjectType}--edit`,
  mergeKind: ({ mergedEdits }, field) => (mergedEdits?.[field] ? 'entries' : 'value'),
  open(Y, doc, { mergedEdits }): OpenCodec {
    const fields = doc.getMap(editsMap)
    const state = doc.getMap(stateMap)
    /** Whether a field has the form that it is to have: anybody may have written anything there. */
    function isReadable(field: string): boolean {
      const value = fields.get(field)
      if (value === undefined || value instanceof Y.AbstractType) return false
      return !mergedEdits?.[field] || isRecord(value)
    }
    return {
      isForeign: () => state.has('version'),
      has: isReadable,
      read: (field) => fields.get(field),
      readAt: () => undefined,
      write: (field, value) => {
        if (!isEqual(fields.get(field), value)) fields.set(field, value)
      },
      repeat: (field) => {
        if (fields.has(field)) fields.set(field, fields.get(field))
      },
      adopt: () => undefined,
      madeAs: () => undefined,
      characters: () => undefined,
      dropSame: () => undefined,
      setOff: () => undefined,
      tidy: () => undefined,
      remove: (field) => fields.delete(field),
      fields: () => [...fields.keys()].filter((field) => !(fields.get(field) instanceof Y.AbstractType)),
      // None of the values is shared inside.
      forget: (events) => events.flatMap(({ keys }) => [...keys.keys()]),
      textAt: () => undefined,
      placeOf: () => undefined,
    }
  },
}
