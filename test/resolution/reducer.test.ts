import type { Address, QueryKey, RecordKey } from 'copydesk'
import {
  entityKey,
  invalidated,
  readAborted,
  readFailed,
  readStarted,
  readSucceeded,
  recordKey,
  addresses,
} from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { storeError } from '../../src/core/errors'
import { recordInvalidated, type ResolutionAction } from '../../src/resolution/actions'
import { questionOf } from '../../src/resolution/question'
import { resolutionReducer, type ResolutionState } from '../../src/resolution/reducer'
import type { StoredResolution } from '../../src/resolution/storedResolution'
import { selectResolutionByKey, selectStaleSeq, selectStoredResolution } from '../../src/resolution/selectors'

const question = questionOf('read', 1)
const { key } = question
const error = storeError(new Error('down'))
const start = resolutionReducer(undefined, { type: 'init' })
const after = (...actions: ResolutionAction[]): ResolutionState => actions.reduce(resolutionReducer, start)

const about = { operation: 'read', args: [1], about: addresses.everything } as const
const success: StoredResolution = { ...about, status: 'success', answeredSeq: 5, answeredAt: 1000 }
const unanswered = { ...about, answeredSeq: 0, answeredAt: 0 } as const
const started = readStarted(question, 'unknown')
const finished = readSucceeded({ ...question, seq: 5, at: 1000 })
const failed = readFailed(question, error)
const aborted = readAborted(question)

describe('a question in the state', () => {
  it.each<[string, ResolutionAction[], StoredResolution | undefined]>([
    ['is not there before it is asked', [], undefined],
    ['says what is asked', [started], { ...unanswered, status: 'resolving' }],
    ['is answered by the last answer', [started, failed, started, finished], success],
    [
      'keeps why it failed while it is asked again',
      [failed, started],
      { ...unanswered, status: 'resolving', error },
    ],
    [
      'keeps its answer when asking again fails',
      [finished, started, failed],
      { ...success, status: 'error', error },
    ],
    ['is gone when it is given up before anything answered it', [started, aborted], undefined],
    ['stands as before when asking again is given up', [finished, started, aborted], success],
    [
      'is a failure as before when asking again is given up',
      [failed, started, aborted],
      { ...unanswered, status: 'error', error },
    ],
  ])('%s', (what, actions, expected) => {
    expect(selectStoredResolution({ resolution: after(...actions) }, key)).toStrictEqual(expected)
  })

  it('is apart from the others', () => {
    const other = questionOf('read', 2)
    const resolution = after(started, readSucceeded({ ...other, seq: 5, at: 1000 }))
    expect(selectResolutionByKey({ resolution }, key).status).toBe('resolving')
    expect(selectResolutionByKey({ resolution }, other.key).status).toBe('success')
  })

  it('is the same table where nothing changed', () => {
    expect(after(aborted).entries).toBe(start.entries)
    expect(resolutionReducer(start, { type: 'other' })).toBe(start)
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

describe('what went stale', () => {
  const entity = entityKey('a', 'b')
  const record = recordKey(1) as RecordKey

  it('hold from the newest turn, whatever the order in which turns come', () => {
    const scope = addresses.entity(entity)
    const resolution = after(invalidated([scope], 7), invalidated([scope], 5))
    expect(selectStaleSeq({ resolution }, scope)).toBe(7)
  })

  it('counts for all answers below it', () => {
    const resolution = after(
      invalidated([addresses.kind('a')], 3),
      invalidated([addresses.lists(entity)], 9),
      recordInvalidated(entity, record, 4),
    )
    const turnOf = (about: Address) => selectStaleSeq({ resolution }, about)
    expect(turnOf(addresses.everything)).toBe(0)
    expect(turnOf(addresses.kind('b'))).toBe(0)
    expect(turnOf(addresses.kind('a'))).toBe(3)
    expect(turnOf(addresses.record(entity, recordKey('11') as RecordKey))).toBe(3)
    expect(turnOf(addresses.record(entity, record))).toBe(4)
    expect(turnOf(addresses.list(entity, 'default?{}' as QueryKey))).toBe(9)
  })
})

describe('the actions of a read', () => {
  it.each([
    ['under way', started],
    ['answered', finished],
    ['failed', failed],
    ['stale', invalidated([addresses.everything], 1)],
  ])('are plain data: %s', (what, action) => {
    expect(JSON.parse(JSON.stringify(action))).toEqual(action)
  })
})
