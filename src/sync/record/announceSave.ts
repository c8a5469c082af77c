import { blockField } from '../../edits/blockCodec'
import { acknowledge } from '../document/acknowledgements'
import { repeatMadeOn } from '../document/madeOn'
import type { RecordDocument } from '../document/recordDocument'
import { hasHand } from '../document/serverHands'
import { recordHashes } from '../document/serverHashes'
import { isEqualAs, isMergedInside } from '../merge/mergeValues'
import type { FieldMerger } from './fieldMerger'
import type { StoreRecord } from './storeRecord'

/** Lets the others know that the record was saved: they read it again, and let their edits go that it settles. */
export function announceSave(document: RecordDocument, record: StoreRecord, merger: FieldMerger): void {
  const { doc, open, setState } = document
  // What was edited since it was sent counts over what a colleague has read of the server at the same time.
  for (const [field, edit] of merger.pendingSave.finish()) {
    open.repeat(field, edit)
    repeatMadeOn(document, field, edit)
  }
  for (const field of open.fields()) {
    if (!isEqualAs('value', open.read(field), record.serverValue(field))) continue
    open.remove(field)
    if (!open.has(field)) acknowledge(document, field)
  }
  writeSavedText(document, record)
  recordSaved(document, record, merger)
  setState('savedAt', Date.now())
  setState('savedBy', doc.clientID)
}

/** Says of what was saved that the server says it, and by whose hand it is there: before a colleague who has read it may say so. */
export function recordSaved(document: RecordDocument, record: StoreRecord, merger: FieldMerger): void {
  // What was read since the save, over what is edited, is to be brought in yet.
  const lacking = merger.serverChanges.lacking()
  const known = [...merger.base.keys()].filter((field) => !lacking.has(field))
  const hashes = Object.entries(merger.serverChanges.serverHashes(known))
  // What was written over something older is not made of what the server has.
  const behind = new Set(record.behind())
  const made = hashes.filter(([name]) => !behind.has(name))
  recordHashes(document.doc, Object.fromEntries(made))
  for (const [field, hash] of made)
    if (isMergedInside(document.mergeKind(field)) && !hasHand(document, field, hash))
      merger.serverChanges.recordOwn(field, hash)
  if (lacking.size === 0 && made.length === hashes.length) document.noteBase()
}

/** WordPress's editor compares the text in the document with the saved one, to know whether anything is unsaved. */
function writeSavedText({ codec, config, open }: RecordDocument, record: StoreRecord): void {
  const text = blockField(config)
  if (!codec.isSeeded || text === undefined || !record.isLeftOut(text) || !open.has(text)) return
  const saved = record.serverValue(text)
  if (typeof saved === 'string') open.write(text, saved)
}
