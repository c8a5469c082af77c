import { describe, expect, it } from 'vitest'
import { storeError } from '../../src/core/errors'
import { entityKey, recordKey, stale, type RecordKey, type ResolutionKey } from '../../src/core/keys'
import {
  invalidated,
  listsInvalidated,
  readMoved,
  recordInvalidated,
  type ResolutionAction,
} from '../../src/resolution/actions'
import { resolutionReducer, type ResolutionState } from '../../src/resolution/reducer'
import type { StoredResolution } from '../../src/resolution/storedResolution'
import {
  selectResolutionByKey,
  selectInvalidatedSeq,
  selectStoredResolution,
} from '../../src/resolution/selectors'

const key = 'read(1)' as ResolutionKey
const error = storeError(new Error('down'))
const start = resolutionReducer(undefined, { type: 'init' } as never)
const after = (...actions: ResolutionAction[]): ResolutionState => actions.reduce(resolutionReducer, start)

const success: StoredResolution = { status: 'success', answered: 5, at: 1000 }
const started = readMoved(key, { status: 'resolving', answered: 0, at: 0 })
const finished = readMoved(key, success)
const failed = readMoved(key, { status: 'error', answered: 0, at: 0, error })
const forgotten = readMoved(key, undefined)

describe('a question in the state', () => {
  it.each<[string, ResolutionAction[], StoredResolution | undefined]>([
    ['is not there before it is asked', [], undefined],
    ['stands as it was told last', [started, failed, finished], success],
    ['is gone when it is told to be', [started, forgotten], undefined],
  ])('%s', (what, actions, expected) => {
    expect(selectStoredResolution({ resolution: after(...actions) }, key)).toStrictEqual(expected)
  })

  it('is apart from the others', () => {
    const other = 'read(2)' as ResolutionKey
    const resolution = after(started, readMoved(other, success))
    expect(selectResolutionByKey({ resolution }, key).status).toBe('resolving')
    expect(selectResolutionByKey({ resolution }, other).status).toBe('success')
  })

  it('is the same table where nothing changed', () => {
    expect(after(forgotten).entries).toBe(start.entries)
    expect(resolutionReducer(start, { type: 'other' } as never)).toBe(start)
  })
})

describe('the status that is shown', () => {
  it.each<[string, ResolutionAction[]]>([
    ['idle', []],
    ['resolving', [started]],
    ['success', [finished]],
    ['error', [failed]],
  ])('is %s, by the same object each time', (status, actions) => {
    const [one, other] = [after(...actions), after(...actions)]
    const shown = selectResolutionByKey({ resolution: one }, key)
    expect(shown.status).toBe(status)
    expect(selectResolutionByKey({ resolution: { ...one } }, key)).toBe(shown)
    if (status !== 'error') expect(selectResolutionByKey({ resolution: other }, key)).toBe(shown)
  })
})

describe('sets that went stale', () => {
  const entity = entityKey('a', 'b')
  const record = recordKey(1) as RecordKey

  it('hold from the newest turn, whatever the order in which turns come', () => {
    const scope = stale.entity(entity)
    const resolution = after(invalidated([scope], 7), invalidated([scope], 5))
    expect(selectInvalidatedSeq({ resolution }, [scope])).toBe(7)
  })

  it('count all together for an answer that belongs to several', () => {
    const resolution = after(
      invalidated([stale.kind('a')], 3),
      listsInvalidated(entity, 9),
      recordInvalidated(entity, record, 4),
    )
    const turnOf = (...scopes: Parameters<typeof selectInvalidatedSeq>[1]) =>
      selectInvalidatedSeq({ resolution }, scopes)
    expect(turnOf()).toBe(0)
    expect(turnOf(stale.everything)).toBe(0)
    expect(turnOf(stale.kind('a'))).toBe(3)
    expect(turnOf(stale.kind('a'), stale.record(entity, record))).toBe(4)
    expect(turnOf(stale.lists(entity), stale.kind('a'))).toBe(9)
  })
})

describe('the actions of a read', () => {
  it.each([
    ['under way', started],
    ['answered', finished],
    ['failed', failed],
    ['stale', invalidated([stale.everything], 1)],
  ])('are plain data: %s', (what, action) => {
    expect(JSON.parse(JSON.stringify(action))).toEqual(action)
  })
})
