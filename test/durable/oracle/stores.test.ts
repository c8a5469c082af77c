import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figuresOf, histories, historiesOf, inTurn, longestLaw } from '../../support/lawRuns'
import { virtually } from '../../support/virtualTime'
import { ids, pageNames, type PageName, type Way } from './stores/newsroom'
import { play, type Step } from './stores/play'

const page = fc.constantFrom(...pageNames)
// Most of what happens is about one record.
const id = fc.constantFrom(ids[0], ids[0], ids[0], ids[1])
const on = <Do extends string>(...what: Do[]) => fc.record({ do: fc.constantFrom(...what), page, id })

/** The kinds of steps there are. */
const kinds = {
  work: fc.oneof(on('text'), on('text'), on('save'), on('save'), on('read')),
  titles: on('title'),
  colleague: fc.record({ do: fc.constant('ben' as const), id, path: fc.constant('text' as const) }),
  otherTitles: fc.record({ do: fc.constant('ben' as const), id, path: fc.constant('title' as const) }),
  choices: on('mine', 'theirs'),
  history: fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const), page }),
  discards: on('discard'),
  reloads: fc.record({ do: fc.constant('reload' as const), page }),
  deaths: fc.record({ do: fc.constant('die' as const), page }),
  retries: fc.record({ do: fc.constant('retry' as const), page }),
  losses: fc.record({
    do: fc.constant('fault' as const),
    what: fc.constantFrom('lost' as const, 'unanswered' as const),
  }),
  refusals: fc.record({
    do: fc.constant('fault' as const),
    what: fc.constantFrom(412 as const, 429 as const, 503 as const),
  }),
  doubles: fc.record({ do: fc.constant('fault' as const), what: fc.constant('twice' as const) }),
  late: fc.oneof(
    fc.record({ do: fc.constant('fault' as const), what: fc.constant('late' as const) }),
    fc.record({ do: fc.constant('land' as const) }),
  ),
  time: fc.record({ do: fc.constant('pass' as const) }),
  held: fc.oneof(
    fc.record({ do: fc.constant('hold' as const) }),
    fc.record({ do: fc.constant('letGo' as const), place: fc.nat(3) }),
    fc.record({ do: fc.constant('letGo' as const), place: fc.nat(3) }),
    fc.record({ do: fc.constant('mend' as const) }),
  ),
} as const satisfies { readonly [kind: string]: fc.Arbitrary<Step> }
type Kind = keyof typeof kinds

const ways: readonly Way[] = [
  { queue: false, hasGuard: false },
  { queue: false, hasGuard: true },
  { queue: 'offline', hasGuard: false },
  { queue: 'offline', hasGuard: true },
  { queue: 'always', hasGuard: false },
  { queue: 'always', hasGuard: true },
]
/** All kinds, or those that `ORACLE_KINDS` names. */
const tried = (process.env.ORACLE_KINDS?.split(',') ?? Object.keys(kinds)) as Kind[]
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: kinds.work, weight: tried.length },
  ...tried.map((kind) => kinds[kind]),
)

/** What has fallen once. */
const fallen: [Step[]][] = [
  // A save that was done and not answered, and merged by another tab since, was sent once more as it was.
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'fault', what: 'unanswered' },
      { do: 'save', page: 'B', id: 11 },
    ],
  ],
  // Two tabs looked at once, before either had written: the second replaced what the first wrote.
  [savedAtOnce('A', 'B')],
  // A phone does so where the site refuses nothing, and is shown what it has replaced.
  [savedAtOnce('A', 'C')],
  // A save that was given up was done after another one of the page, which was gone then.
  [[{ do: 'fault', what: 'late' }, ...saved('A'), ...saved('A')]],
  // It brought back what was undone since.
  [
    [
      { do: 'text', page: 'C', id: 11 },
      { do: 'fault', what: 'late' },
      { do: 'save', page: 'C', id: 11 },
      { do: 'read', page: 'C', id: 11 },
      { do: 'undo', page: 'C' },
    ],
  ],
  // What a tab had edited before a colleague's save, and saved into the save that waits of one that had seen it, replaced it.
  [
    [
      { do: 'ben', id: 11, path: 'title' },
      { do: 'title', page: 'A', id: 11 },
      { do: 'fault', what: 'late' },
      { do: 'text', page: 'B', id: 11 },
      { do: 'reload', page: 'B' },
      { do: 'save', page: 'B', id: 11 },
    ],
  ],
  // What another tab had saved over it was gone.
  [[{ do: 'fault', what: 'late' }, ...saved('A'), ...saved('B'), { do: 'read', page: 'A', id: 11 }]],
  // Two tabs put back what a request had replaced that was done late, and one was asked about it.
  [[{ do: 'fault', what: 'late' }, ...saved('A'), ...saved('A'), { do: 'text', page: 'A', id: 11 }]],
  // What was undone in the meantime was put back.
  [[{ do: 'fault', what: 'late' }, ...saved('A'), ...saved('A'), { do: 'undo', page: 'A' }]],
  // Typed over by another tab, what was undone before it was sent was saved by that.
  [[...savedAtOnce('A', 'B'), { do: 'text', page: 'A', id: 11 }, { do: 'undo', page: 'B' }]],
  // Saved then, too.
  [
    [
      { do: 'hold' },
      { do: 'text', page: 'A', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'B', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'undo', page: 'B' },
      { do: 'save', page: 'A', id: 11 },
    ],
  ],
  // What was undone, and saved so without an answer, was put back.
  [
    [
      { do: 'fault', what: 'late' },
      { do: 'text', page: 'A', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'undo', page: 'A' },
      { do: 'fault', what: 'lost' },
      { do: 'save', page: 'A', id: 11 },
    ],
  ],
  // Saved once more by a click too many, what waits took another tab's word out, and somebody was asked.
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'fault', what: 'unanswered' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'B', id: 11 },
    ],
  ],
  // Typed over what another tab had saved beside one's own save, it was merged by what that was made on: asked, or with words back.
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'fault', what: 'unanswered' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'B', id: 11 },
      { do: 'text', page: 'A', id: 11 },
    ],
  ],
  [
    [
      { do: 'hold' },
      { do: 'text', page: 'A', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'B', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'undo', page: 'B' },
      { do: 'ben', id: 11, path: 'text' },
    ],
  ],
  // Given up while it was on the site already: what was typed over another tab's save then was in conflict with it.
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'fault', what: 'unanswered' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      ...saved('B'),
      { do: 'text', page: 'A', id: 11 },
      { do: 'discard', page: 'B', id: 11 },
      { do: 'text', page: 'B', id: 11 },
    ],
  ],
  // The same, where the other tab has saved more since.
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'fault', what: 'unanswered' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      ...saved('B'),
      { do: 'text', page: 'A', id: 11 },
      { do: 'discard', page: 'B', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
    ],
  ],
  // A page died behind a save that was merged with another tab's after one without an answer: it was asked about that.
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'fault', what: 'unanswered' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      ...saved('B'),
      ...saved('A'),
      { do: 'die', page: 'B' },
    ],
  ],
  // Sent merged while another save of the tab waited behind it, it was edited over that: in conflict with what was typed since.
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'fault', what: 'unanswered' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      ...saved('B'),
      { do: 'text', page: 'A', id: 11 },
      { do: 'discard', page: 'B', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'save', page: 'B', id: 11 },
    ],
  ],
  // Two saves behind what was given up, of which the first was sent: the second was asked about what was given up.
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'fault', what: 'unanswered' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      ...saved('B'),
      { do: 'text', page: 'A', id: 11 },
      { do: 'discard', page: 'B', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'save', page: 'B', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'save', page: 'B', id: 11 },
    ],
  ],
  // Typed over another tab's save that was discarded, after one's own was that the site has: the first came back.
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'fault', what: 'unanswered' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      ...saved('B'),
      { do: 'text', page: 'A', id: 11 },
      { do: 'discard', page: 'B', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'discard', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'save', page: 'B', id: 11 },
    ],
  ],
  // Merged with a colleague's words and tried again, a save was in conflict with what it had been merged into before.
  [
    [
      { do: 'fault', what: 'late' },
      { do: 'text', page: 'A', id: 11 },
      { do: 'ben', id: 11, path: 'text' },
      { do: 'fault', what: 503 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'ben', id: 11, path: 'text' },
    ],
  ],
  // What another tab had put back was no request that was done late: a colleague's words were taken out.
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'fault', what: 'late' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'ben', id: 11, path: 'text' },
      { do: 'fault', what: 'lost' },
      ...saved('B'),
      { do: 'undo', page: 'A' },
    ],
  ],
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'fault', what: 'late' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'ben', id: 11, path: 'text' },
      { do: 'fault', what: 'lost' },
      { do: 'text', page: 'A', id: 11 },
      ...saved('B'),
    ],
  ],
  // Sent from the queue, it waited on as it was before that: what was saved behind it was in conflict with those words.
  [
    [
      { do: 'text', page: 'C', id: 11 },
      { do: 'ben', id: 11, path: 'text' },
      { do: 'fault', what: 'late' },
      { do: 'read', page: 'C', id: 11 },
      { do: 'save', page: 'C', id: 11 },
      { do: 'undo', page: 'C' },
      { do: 'ben', id: 11, path: 'text' },
    ],
  ],
  // Undone and not saved by another tab, what was replaced late is put back by the tab whose save it was.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('B'),
      { do: 'read', page: 'A', id: 11 },
      { do: 'undo', page: 'B' },
    ],
  ],
  // Another tab's undo left just what a request would that the site refuses since: what was undone was put back.
  [[{ do: 'fault', what: 'late' }, ...saved('A'), ...saved('B'), { do: 'undo', page: 'B' }]],
  // The page whose request that was had died before it had written down over which version alone it would be done.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('B'),
      { do: 'read', page: 'A', id: 11 },
      { do: 'undo', page: 'B' },
      { do: 'die', page: 'A' },
    ],
  ],
  // Merged with somebody else's words since it was done late, it looked like no request any more: what was undone stayed.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('C'),
      { do: 'read', page: 'C', id: 11 },
      { do: 'undo', page: 'C' },
      { do: 'land' },
      { do: 'ben', id: 11, path: 'text' },
    ],
  ],
  // Undone, a save that found nothing to send forgot it.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('B'),
      { do: 'fault', what: 412 },
      { do: 'undo', page: 'B' },
      { do: 'save', page: 'B', id: 11 },
    ],
  ],
  // Merged with what another tab had saved, and nothing to send by that, too: that was gone.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('B'),
      { do: 'undo', page: 'A' },
      { do: 'save', page: 'A', id: 11 },
    ],
  ],
  // Of the tab that has sent it by itself, another one that sent it again put it back over what is redone in that.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('B'),
      { do: 'undo', page: 'B' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'redo', page: 'B' },
    ],
  ],
  // It was seen at a read, and not at a check: what it had replaced of another tab was not sent along.
  [
    [
      { do: 'fault', what: 'late' },
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'save', page: 'B', id: 11 },
      { do: 'land' },
      { do: 'undo', page: 'A' },
      { do: 'save', page: 'A', id: 11 },
    ],
  ],
  // Read along with a save that was discarded and may still be done, what it had replaced was not put back.
  [
    [
      { do: 'fault', what: 'late' },
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'save', page: 'B', id: 11 },
      { do: 'fault', what: 503 },
      { do: 'undo', page: 'A' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'discard', page: 'A', id: 11 },
    ],
  ],
  // Saved by a page that had been reloaded and had read nothing yet, it replaced what another tab had saved since its check.
  [
    [
      { do: 'hold' },
      ...saved('A'),
      ...saved('B'),
      { do: 'text', page: 'A', id: 11 },
      { do: 'undo', page: 'B' },
      { do: 'reload', page: 'A' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
    ],
  ],
  // What it was about to save was looked for without what the other tab had saved beside it: it was asked about its own words.
  [
    [
      { do: 'hold' },
      ...saved('A'),
      ...saved('B'),
      { do: 'text', page: 'A', id: 11 },
      { do: 'undo', page: 'B' },
      { do: 'reload', page: 'A' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
    ],
  ],
  // The same of what waits, where a phone has undone it.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('C'),
      { do: 'read', page: 'A', id: 11 },
      { do: 'undo', page: 'C' },
      { do: 'save', page: 'C', id: 11 },
      { do: 'read', page: 'A', id: 11 },
    ],
  ],
  // Undone, and not saved so, while another tab's save was replaced late: what was undone was put back along with that.
  [[{ do: 'fault', what: 'late' }, ...saved('A'), ...saved('A'), { do: 'undo', page: 'A' }, ...saved('B')]],
  // Undone over what another tab had saved since, which was replaced late: what was put back was what that had been typed on.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('B'),
      { do: 'read', page: 'A', id: 11 },
      { do: 'undo', page: 'A' },
    ],
  ],
  // Discarded while a later save was in doubt, the one that was done late had replaced what another tab had saved between them.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('B'),
      { do: 'fault', what: 503 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'discard', page: 'A', id: 11 },
    ],
  ],
  // Undone and saved so, it left what a late request would: its page put it back, and who had gone on was asked.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('C'),
      { do: 'read', page: 'A', id: 11 },
      { do: 'undo', page: 'C' },
      { do: 'save', page: 'C', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'C', id: 11 },
    ],
  ],
  // The same of one that was done and not answered.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('B'),
      { do: 'fault', what: 'unanswered' },
      ...saved('A'),
      { do: 'undo', page: 'B' },
    ],
  ],
  // Who had gone on from what a late request has replaced saved that before it was put back.
  [
    [
      { do: 'fault', what: 'late' },
      { do: 'text', page: 'A', id: 11 },
      ...saved('B'),
      { do: 'save', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
    ],
  ],
  // While a phone was asked about the title, nobody read what had been put back.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('A'),
      { do: 'undo', page: 'A' },
      ...saved('B'),
      { do: 'title', page: 'A', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'title', page: 'C', id: 11 },
    ],
  ],
  // Loaded anew while a save was looked at, its page took it for one that may be done: what another tab had undone came back.
  [
    [
      { do: 'hold' },
      ...saved('A'),
      ...saved('B'),
      { do: 'undo', page: 'B' },
      { do: 'reload', page: 'A' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
    ],
  ],
  // Taken back and saved so, and not read by the page of a request that was done late after that: it put back what it had heard of.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('C'),
      { do: 'read', page: 'A', id: 11 },
      { do: 'undo', page: 'C' },
      { do: 'discard', page: 'A', id: 11 },
      { do: 'save', page: 'C', id: 11 },
      { do: 'text', page: 'C', id: 11 },
    ],
  ],
  // Refused as out of date, and merged with a request of one's own before: what the page before had left unsent, or an earlier
  // request that is refused by now, seemed to be in doubt still, and one was asked about one's own words.
  [
    [
      { do: 'hold' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      ...saved('B'),
      { do: 'text', page: 'A', id: 11 },
      { do: 'reload', page: 'A' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
    ],
  ],
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'fault', what: 'lost' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'land' },
      ...saved('B'),
      { do: 'hold' },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'letGo', place: 0 },
      { do: 'letGo', place: 0 },
      { do: 'letGo', place: 0 },
      { do: 'save', page: 'B', id: 11 },
      { do: 'letGo', place: 1 },
    ],
  ],
  // Compared with a late request of one's own that another tab had merged its words with: what was sent since seemed to be in
  // doubt beside that, and one was asked about one's own words.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'fault', what: 'lost' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'land' },
      ...saved('B'),
      { do: 'hold' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
    ],
  ],
  // The same where the save was refused, as the other tab had saved once more by then, and was compared again.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'fault', what: 'lost' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'land' },
      ...saved('B'),
      { do: 'hold' },
      { do: 'save', page: 'A', id: 11 },
      ...saved('B'),
    ],
  ],
  // The same where the record was read before it was saved again.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'fault', what: 'lost' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'land' },
      ...saved('B'),
    ],
  ],
  // Given up with a save behind it, that was in doubt alone: what the first had done was taken for somebody else's.
  [
    [
      { do: 'text', page: 'B', id: 11 },
      { do: 'fault', what: 'unanswered' },
      { do: 'save', page: 'B', id: 11 },
      ...saved('B'),
      { do: 'text', page: 'A', id: 11 },
      { do: 'discard', page: 'B', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'save', page: 'B', id: 11 },
    ],
  ],
  // Given up, and done late, while its page was loaded anew: that knew nothing of it, and one was asked about one's own words.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'land' },
      { do: 'ben', id: 11, path: 'text' },
      { do: 'reload', page: 'A' },
    ],
  ],
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'land' },
      { do: 'reload', page: 'A' },
      { do: 'ben', id: 11, path: 'text' },
    ],
  ],
  // Given up by A before it was done: B, which had not seen it, took it out of the text as if it had.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'land' },
      ...saved('B'),
    ],
  ],
  // Saved before another tab kept what it had read of it: that was there after a death.
  [
    [
      { do: 'title', page: 'A', id: 12 },
      { do: 'save', page: 'A', id: 12 },
      { do: 'hold' },
      { do: 'pass' },
      { do: 'die', page: 'A' },
    ],
  ],
  // Read by a page whose save waited, and typed over once that was given up: it was made on what had been there before it was read.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('C'),
      { do: 'read', page: 'A', id: 11 },
      { do: 'undo', page: 'C' },
      { do: 'discard', page: 'A', id: 11 },
      { do: 'save', page: 'C', id: 11 },
      { do: 'text', page: 'C', id: 11 },
      { do: 'text', page: 'A', id: 11 },
    ],
  ],
  // Given up before it was saved anew, and done late: who sent that for the page took it for somebody else's, and so did the page,
  // once it had sent another tab's beside it.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'fault', what: 'lost' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'land' },
      ...saved('B'),
      { do: 'die', page: 'A' },
    ],
  ],
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'land' },
      ...saved('B'),
      { do: 'save', page: 'A', id: 11 },
    ],
  ],
  // Given up, and read with what another tab has saved beside it: what was typed over that knew of it no more.
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'fault', what: 'unanswered' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      ...saved('B'),
      { do: 'undo', page: 'A' },
      { do: 'discard', page: 'B', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
    ],
  ],
  // Sent for another tab once more: who did that is to know it for nothing that its own edit was made on.
  [
    [
      { do: 'text', page: 'A', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'fault', what: 'unanswered' },
      { do: 'save', page: 'B', id: 11 },
      { do: 'retry', page: 'A' },
    ],
  ],
  // Answered by a server that fails, it was looked for as if it could still be done.
  [
    [
      { do: 'fault', what: 503 },
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('C'),
      { do: 'read', page: 'A', id: 11 },
      { do: 'undo', page: 'C' },
      { do: 'save', page: 'C', id: 11 },
      { do: 'read', page: 'A', id: 11 },
    ],
  ],
  // Nothing of it is there, and another tab has written beside it: it seemed to be in doubt after a reload.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'fault', what: 'lost' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'land' },
      ...saved('B'),
      { do: 'hold' },
      { do: 'save', page: 'A', id: 11 },
      ...saved('B'),
      { do: 'reload', page: 'A' },
    ],
  ],
  // Undone, and done late, while its page was loaded anew: that knew nothing of it, and it stayed.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('C'),
      { do: 'read', page: 'C', id: 11 },
      { do: 'undo', page: 'C' },
      { do: 'land' },
      { do: 'reload', page: 'C' },
      { do: 'ben', id: 11, path: 'text' },
      { do: 'ben', id: 11, path: 'text' },
    ],
  ],
  // A save of the title failed, and what was typed in the text then counted as seen at the version of its check, which had not
  // asked for the text: a colleague's words in it were replaced.
  [
    [
      { do: 'ben', id: 11, path: 'text' },
      { do: 'title', page: 'A', id: 11 },
      { do: 'fault', what: 'lost' },
      { do: 'save', page: 'A', id: 11 },
      ...saved('A'),
    ],
  ],
  [
    [
      { do: 'fault', what: 'late' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'discard', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'fault', what: 'lost' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'land' },
      { do: 'title', page: 'B', id: 11 },
      { do: 'save', page: 'B', id: 11 },
      { do: 'text', page: 'B', id: 11 },
      { do: 'hold' },
      { do: 'text', page: 'B', id: 11 },
      { do: 'save', page: 'A', id: 11 },
      { do: 'letGo', place: 0 },
      { do: 'letGo', place: 0 },
      { do: 'letGo', place: 0 },
      { do: 'save', page: 'B', id: 11 },
      { do: 'letGo', place: 1 },
    ],
  ],
  // Saved once more while it was in doubt, discarded and typed anew: what that was typed over was taken for what others had made
  // beside it, and it was based on all that the check had found. What another tab had saved was taken out.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'fault', what: 'lost' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'land' },
      ...saved('B'),
      { do: 'hold' },
      { do: 'save', page: 'A', id: 11 },
      ...saved('B'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
    ],
  ],
  // Done late, with a second save in doubt that was typed over it: that seemed to be there in part, and one was asked about
  // one's own words.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'ben', id: 11, path: 'title' },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'fault', what: 'lost' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'land' },
      ...saved('B'),
      { do: 'fault', what: 429 },
      { do: 'save', page: 'A', id: 11 },
      ...saved('B'),
      { do: 'reload', page: 'A' },
    ],
  ],
  // Saved once more under another name, or found again after a death, what the server had refused seemed to be in doubt: what a phone
  // had taken back was put back.
  [
    [
      { do: 'fault', what: 503 },
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('C'),
      { do: 'read', page: 'A', id: 11 },
      { do: 'undo', page: 'C' },
      { do: 'save', page: 'C', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'die', page: 'A' },
    ],
  ],
  [
    [
      { do: 'fault', what: 503 },
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('C'),
      { do: 'read', page: 'A', id: 11 },
      { do: 'undo', page: 'C' },
      { do: 'save', page: 'C', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'save', page: 'A', id: 11 },
    ],
  ],
  // Given up while it was looked at, and typed beside it over what another tab had saved: that was based on all that was found.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'fault', what: 'lost' },
      { do: 'fault', what: 'twice' },
      { do: 'save', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
      { do: 'land' },
      ...saved('B'),
      { do: 'hold' },
      { do: 'save', page: 'A', id: 11 },
      ...saved('B'),
      { do: 'discard', page: 'A', id: 11 },
      { do: 'text', page: 'A', id: 11 },
    ],
  ],
  // Found again twice, after two deaths, what the site refuses by now seemed to be in doubt.
  [
    [
      { do: 'fault', what: 'late' },
      ...saved('A'),
      ...saved('B'),
      { do: 'read', page: 'A', id: 11 },
      { do: 'undo', page: 'B' },
      { do: 'die', page: 'A' },
      { do: 'reload', page: 'A' },
    ],
  ],
  // Found again after a death, what had been refused and saved once more seemed to be in doubt, as the queue knew it by another name.
  [
    [
      { do: 'fault', what: 503 },
      { do: 'fault', what: 'late' },
      ...saved('A'),
      { do: 'save', page: 'A', id: 11 },
      ...saved('C'),
      { do: 'read', page: 'A', id: 11 },
      { do: 'undo', page: 'C' },
      { do: 'save', page: 'C', id: 11 },
      { do: 'read', page: 'A', id: 11 },
      { do: 'die', page: 'A' },
    ],
  ],
]

function saved(page: PageName): Step[] {
  return [
    { do: 'text', page, id: 11 },
    { do: 'save', page, id: 11 },
  ]
}

function savedAtOnce(one: PageName, other: PageName): Step[] {
  return [{ do: 'hold' }, ...saved(one), ...saved(other)]
}

const onTime = virtually(play)

describe('what is typed, waits and is on the site, after each step', () => {
  const figures = figuresOf('the oracle')

  it.each(ways)(
    'nothing is lost, overwritten unseen or asked about without a reason: queue $queue, guard $hasGuard',
    async (way) => {
      const tried = inTurn(fallen, ways, way)
      await fc.assert(
        fc.asyncProperty(
          historiesOf(
            step,
            16,
            fallen.map(([steps]) => steps),
            true,
          ),
          virtually(async (steps) => {
            figures.history()
            expect(await play(steps, way)).toEqual([])
            figures.ended()
          }),
        ),
        { ...histories(tried.length + 5), examples: tried },
      )
    },
    longestLaw,
  )

  it('finds what saves that look at nothing do to others', async () => {
    const steps: Step[] = [
      { do: 'text', page: 'A', id: 11 },
      { do: 'ben', id: 11, path: 'text' },
      { do: 'save', page: 'A', id: 11 },
    ]
    expect(await onTime(steps, { queue: false, hasGuard: false, conflicts: 'overwrite' })).not.toEqual([])
    expect(await onTime(steps, { queue: false, hasGuard: false })).toEqual([])
  })
})
