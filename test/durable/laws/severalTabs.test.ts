import fc from 'fast-check'
import { describe, it } from 'vitest'
import { figuresOf, histories, historiesOf, longestLaw } from '../../support/lawRuns'
import { virtually } from '../../support/virtualTime'
import { play, step, steps, way, type Step, type Way } from './severalTabsStory'

/** Histories that failed once. */
const examples: [Step[], number[], Way][] = [
  // What waits of another tab is discarded where it was typed over: the save of that was in conflict with what is gone.
  [steps('type 1 title, offline, save 1, type 0 title, discard 0, save 0'), [0], 'offline'],
  // What waits is discarded of an entry that was saved before: the last value is an edit again.
  [steps('type 0 meta, save 0, type 0 meta, offline, save 0, discard 0'), [0], 'offline'],
  // One of two steps that were saved together is undone before they are sent.
  [steps('type 1 tag, type 1 tag, offline, save 1, undo 1'), [0], 'offline'],
  // Sent by the other tab after the page was killed in which it waited: it said that something was unsaved.
  [steps('type 0 title, lose, lose, save 0, online, kill 0'), [0], 'offline'],
  // Undone after a lost answer, and saved so: it said that something was unsaved.
  [steps('lose, type 0 title, save 0, undo 0, save 0'), [0], 'always'],
  // Typed in both, and saved in the other without a network.
  [steps('offline, type 0 title, type 1 title, save 1'), [0], 'offline'],
  // Saved in the other one while a save without an answer waits: neither was sent, and both showed what was before.
  [steps('lose, type 0 title, type 1 title, save 0, save 1'), [0], 'always'],
  // Undone in one of them what the other one had saved over: it said that something was unsaved.
  [steps('type 0 excerpt, offline, type 1 excerpt, save 0, undo 1, save 1'), [0], 'offline'],
  // A tag that waits is undone after a reload, and a colleague has added one: it hid that, and was called unsaved.
  [steps('type 0 tag, ben tag, reload 0, offline, save 0, undo 0'), [0], 'offline'],
  // Two tabs save one field at once: the conflict of one was gone with the answer of the other, and it stayed unsaved unseen.
  [steps('type 1 title, type 0 title, save! 1, save 0'), [1, 0], 'offline'],
  // A field is taken out of a save that waits, over which another tab has typed: that was in conflict with what is gone.
  [steps('type 0 title, offline, type 0 excerpt, save 0, type 1 excerpt, undo 0'), [0], 'offline'],
  // Away and back in one moment: another tab took what was typed there for what a dead page had left.
  [steps('type 0 title, freeze! 0, thaw 0, kill 1'), [0], 'offline'],
  // What was typed while a save was under way went along; the other tab was asked then, and chose its own.
  [steps('type 1 title, save! 0, save! 1, type 0 title'), [0], 'offline'],
  // The same where all is kept first: what the other tab had saved meanwhile counts.
  [steps('type 1 title, save! 0, save! 1, type 0 title'), [0], 'always'],
  // The same where the requests of the first take longer: both had looked before either had saved.
  [steps('type 1 title, save! 0, save! 1, type 0 title'), [0, 0, 1], 'offline'],
  [steps('type 1 title, save! 0, save! 1, type 0 title'), [0, 0, 1], 'always'],
  // Undone before it was sent, what was saved over that of the other tab took that along.
  [steps('offline, type 0 title, type 1 title, save 1, save 0, undo 0'), [0], 'offline'],
  // One of two tags that were saved together came back where it was undone before they were sent, and the page was reloaded.
  [steps('type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1'), [0], 'offline'],
  // Saved then, it took the other tag along: what waited was taken for what the server had had.
  [steps('type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, save 1'), [0], 'offline'],
  // Undone in both tabs, one after the other: each shows what it has shown before.
  [steps('type 1 title, type 0 title, save! 1, save 0, undo 0, undo 1'), [0], 'offline'],
  // Saved once more while it waits over what was discarded; and an entry that was undone beside that.
  [steps('type 1 title, offline, save 1, type 0 title, discard 0, save 0, save 0'), [0], 'offline'],
  [
    steps('type 1 title, offline, save 1, type 0 title, discard 0, save 0, type 1 meta, save 1, undo 1'),
    [0],
    'offline',
  ],
  // The same, where somebody else has added a tag meanwhile.
  [steps('type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, ben tag'), [0], 'offline'],
  // Undone before it was sent and done again, a field was saved by the other tab into what waits: the next save was in conflict.
  [
    steps('type 0 title, offline, type 0 excerpt, save 0, type 1 excerpt, undo 0, redo 0, save 1'),
    [0],
    'offline',
  ],
  // Saved over by the other tab and sent at once, before a tab had heard of either: it said that something was unsaved.
  [steps('type 1 title, type 0 title, save! 1, save 0'), [1, 1, 3, 0, 0], 'always'],
  // What a tab had discarded of the other one was saved by that again: the first put back what the server had had before.
  [
    steps(
      'type 1 title, offline, save 1, type 0 title, discard 0, save 0, type 1 meta, save 1, undo 1, lose done, online',
    ),
    [0],
    'offline',
  ],
  // Saved behind what it goes on from, one tag of two that was undone was still shown in the other tab.
  [
    steps('type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, type 0 title, save 0, save 1'),
    [0],
    'offline',
  ],
  // Saved once more in the moment in which the other tab saved over it, it replaced that; undone then, it was sent all the same.
  [
    steps('type 1 title, offline, save 1, type 0 title, discard 0, save 0, save! 1, save 0, undo 0'),
    [0],
    'offline',
  ],
  // Given up over what the other tab had saved: for a moment that was not shown either.
  [steps('type 1 tag, type 1 tag, offline, save 1, undo 1, type 0 tag, save 0, clear 0'), [0], 'offline'],
  // Saved once more while another save waited behind its own: what the other tab had saved there since was replaced.
  [
    steps(
      'type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, type 0 title, save 0, save 1, type 1 title, save 1, save 0',
    ),
    [0],
    'offline',
  ],
  // The same, saved along with something else: the other tab's save was taken out, as if it was undone.
  [
    steps(
      'type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, type 0 title, save 0, save 1, type 1 title, save 1, save 0, type 0 meta, save 0',
    ),
    [0],
    'offline',
  ],
  // Tagged and saved where two saves of the other tab waited, of which the second took a tag out: that was shown again.
  [
    steps(
      'type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, type 0 title, save 0, save 1, type 1 title, save 1, save 0, undo 1, type 0 tag, save 0',
    ),
    [0],
    'offline',
  ],
  // Taken back before it was sent, to what the other tab had saved: it counted as an edit all the same.
  [
    steps(
      'type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, type 0 title, save 0, save 1, type 1 title, save 1, save 0, undo 1',
    ),
    [0],
    'offline',
  ],
  // What a tab had discarded of the other one was saved by that again, and then anew: what it had had before was put back.
  [
    steps(
      'type 1 title, offline, save 1, type 0 title, discard 0, save 0, type 1 meta, save 1, undo 1, lose done, online, type 1 title, save 1',
    ),
    [0],
    'offline',
  ],
  // Saved beside what the other tab waits with, each field is of who has saved it: an undone tag was shown again.
  [
    steps('type 1 tag, type 1 tag, offline, save 1, undo 1, type 0 title, type 1 title, save 0, save 1'),
    [0],
    'offline',
  ],
  // The same saved twice: it said that something was unsaved.
  [
    steps('type 1 tag, type 1 tag, offline, type 0 meta, save 1, undo 1, save 0, save 1, save 0, undo 1'),
    [0],
    'offline',
  ],
  // Of two saves that wait one behind the other the later title counts: the first tab still showed its own.
  [steps('type 1 tag, offline, type 0 title, type 0 tag, type 1 title, save 1, save 0'), [0], 'offline'],
  // Saved once more, a title that the other tab had saved over was shown as it was on the site.
  [steps('offline, type 0 title, type 0 excerpt, save 0, type 1 title, save 1, save 0'), [0], 'offline'],
  // What was undone before it was sent was no save over which another one counts.
  [
    steps('type 1 tag, offline, save 1, type 0 title, save 0, undo 0, type 1 title, save 1, undo 1'),
    [0],
    'offline',
  ],
  // What was sent and lost is the matter of who saves over it: it was taken for news, and what it had replaced was put back.
  [steps('offline, type 0 title, save 0, lose done, online, save 0, type 1 title, save 1'), [0], 'always'],
  // Undone and saved behind another tab's tag: what waits in two entries went on from what was there before both.
  [
    steps(
      'type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, type 0 title, save 0, save 1, type 1 title, save 1, save 0, undo 1, type 0 tag, save 0, save 1',
    ),
    [0],
    'offline',
  ],
  // Saved again while the other tab's save of it was under way: one was asked about one's own words.
  [
    steps(
      'type 0 title, offline, type 0 excerpt, save 0, type 1 excerpt, undo 0, redo 0, save 1, reload 0, save! 0',
    ),
    [0],
    'offline',
  ],
  // Discarded with what it was saved over, a title was based on that: one was asked about what was nowhere any more.
  [
    steps('offline, type 0 title, type 0 excerpt, save 0, type 1 title, save 1, save 0, discard 0, save 0'),
    [0],
    'offline',
  ],
  // The same, typed over what is discarded then: by the other tab, and by the one that has typed.
  ...[0, 1].map((tab): [Step[], number[], Way] => [
    steps(
      `offline, type 0 title, type 0 excerpt, save 0, type 1 title, save 1, save 0, type 1 title, discard ${tab}`,
    ),
    [0],
    'offline',
  ]),
  // Tagged over two tags that the other tab has discarded since: they are seen to be gone once that is given up.
  [
    steps('type 1 tag, type 1 tag, offline, save 1, undo 1, type 0 tag, discard 0, save 0, clear 0'),
    [0],
    'offline',
  ],
  [steps('type 1 tag, type 1 tag, offline, save 1, undo 1, type 0 tag, discard 0, clear 0'), [0], 'offline'],
  // Given up while nobody knew whether it was done, it was there: the other tab was in conflict with it.
  [
    steps('offline, type 0 title, save 0, lose done, online, clear 0, save 0, type 1 title, save 1'),
    [0],
    'offline',
  ],
  [
    steps('offline, type 0 title, save 0, type 0 title, lose done, online, clear 0, type 1 title, save 1'),
    [0],
    'offline',
  ],
  // Undone over another tab's save that was undone meanwhile: it is sent all the same, and the undo is an edit.
  [
    steps(
      'type 0 title, offline, type 0 excerpt, save 0, type 1 excerpt, undo 0, redo 0, save 1, reload 0, save! 0, undo 1, undo 0',
    ),
    [0],
    'offline',
  ],
  [
    steps(
      'offline, type 0 title, save 0, type 0 title, save 0, lose done, online, clear 0, type 1 title, save 1',
    ),
    [0],
    'offline',
  ],
  [
    steps(
      'type 0 title, offline, type 0 excerpt, save 0, type 1 excerpt, undo 0, redo 0, save 1, reload 0, save! 0, undo 0, discard 0',
    ),
    [0],
    'offline',
  ],
  [
    steps('offline, type 0 title, save 0, lose done, online, clear 0, save 0, undo 0, type 1 title, save 1'),
    [0],
    'offline',
  ],
  // Heard late that the other tab's save before its own was done: its own counted as over with that.
  [
    steps(
      'type 0 tag, type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, type 0 title, save 0, save 1',
    ),
    [1],
    'offline',
  ],
  [
    steps(
      'offline, type 0 title, save 0, lose done, online, clear 0, save 0, undo 0, type 1 title, save 1, save 0, undo 1',
    ),
    [0],
    'always',
  ],
  // Remembered by a page that does not know on what it was based: for a third one it hid what others had saved over it.
  [
    steps(
      'offline, type 0 title, save 0, lose done, online, clear 0, save 0, undo 0, type 1 title, save 1, save 0, undo 1, reload 2, save 1',
    ),
    [0],
    'always',
  ],
  // Saved twice behind another tab's save, and undone: taken out of both saves, it was an edit still.
  [
    steps(
      'type 0 tag, type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, type 0 title, save 0, save 1, save 0, undo 0',
    ),
    [0],
    'offline',
  ],
  // Given up by another tab: what that had sent before may be done, and is no work of somebody else.
  [
    steps(
      'offline, type 0 title, save 0, lose done, online, save 0, type 1 title, save 1, offline, discard 0',
    ),
    [0],
    'offline',
  ],
  // Sent while the page slept, and loaded anew beside what another tab had saved since: the law took it for done.
  [
    steps(
      'type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, type 0 title, save 0, save 1, type 1 title, save 1, save 0, undo 1, type 0 tag, save 0, save 1, freeze 1, online, reload 1',
    ),
    [0],
    'offline',
  ],
  // Discarded where another tab had saved over it, of what was sent before: that took it for given up already.
  [
    steps('offline, type 0 title, save 0, lose done, online, type 1 title, save 1, offline, discard 0'),
    [0],
    'offline',
  ],
  // Loaded anew while two saves of one page wait that say the same: what was saved first counted as another tab's.
  [
    steps(
      'type 0 tag, type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, type 0 title, save 0, save 1, save 0, reload 0, undo 0',
    ),
    [0],
    'offline',
  ],
  // Open again after another tab had discarded it: what that had saved since, and given up, took it for its own.
  [
    steps(
      'type 1 title, offline, save 1, type 0 title, discard 0, save 0, clear! 0, type 1 meta, undo 1, undo 1',
    ),
    [3, 4, 4],
    'offline',
  ],
  // Cleared before it was sent, below what another tab has saved and given up since: that brought it back as in doubt.
  [
    steps(
      'type 1 title, offline, save 1, type 0 title, clear 1, discard 0, save 0, clear! 0, type 1 meta, undo 1, undo 1',
    ),
    [0],
    'offline',
  ],
  // Given up by the other tab while nobody knew whether it was done: what was saved over it here was in conflict with it.
  [
    steps(
      'type 1 tag, offline, type 0 title, type 0 tag, type 1 title, save 1, save 0, lose, online, clear 1',
    ),
    [0],
    'offline',
  ],
  // Undone in the moment in which another tab saves over it, and that is discarded: the undo was based on what was nowhere.
  [
    steps(
      'type 0 title, offline, type 0 excerpt, save 0, type 1 excerpt, undo 0, redo 0, save 1, reload 0, save! 0, undo 1, undo 0, discard 0, save 0',
    ),
    [0],
    'offline',
  ],
  // Undone of a save that had joined one which was sent in vain: the law took it for taken out.
  [
    steps('type 1 tag, offline, type 0 title, save 0, lose done, online, offline, save 1, undo 1'),
    [0],
    'offline',
  ],
  // Undone in the moment in which another tab discards it: the law took it for sure that it was not sent.
  [steps('type 1 title, offline, save 1, discard! 0, undo! 1'), [1, 1, 3], 'offline'],
  [steps('type 1 content, offline, save 1, discard! 0, undo! 1'), [0], 'offline'],
  // Saved over another tab's save in the moment in which that was undone, or given up: in conflict with what was nowhere.
  [steps('type 1 title, offline, save 1, type 0 title, undo! 1, save 0'), [0], 'always'],
  [steps('offline, type 0 title, save 0, type 1 title, clear! 0, save 1'), [4, 4, 4], 'offline'],
  [steps('type 1 title, offline, save 1, type 0 title, undo! 1, save 0, discard 0'), [0], 'offline'],
  // The same as one of several fields that wait: what waits goes on without it.
  [steps('type 1 meta, type 1 title, offline, save 1, type 0 title, undo! 1, save 0'), [0], 'offline'],
  // The same where that is heard of while what was typed is kept, before it is saved over that.
  [steps('save 0, offline, reload 1, type 0 title, save 0, type 1 title, clear! 0, save 1'), [0], 'offline'],
  // Saved once more after it was given up in doubt: it waits, and is no edit.
  [
    steps('offline, type 0 title, save 0, lose done, online, offline, discard 0, save 0'),
    [4, 1, 0],
    'offline',
  ],
  // Undone over another tab's save that was sent in vain: it is sent all the same, and the undo is an edit.
  [
    steps('offline, type 0 title, save 0, lose done, online, offline, type 1 title, save 1, undo 1'),
    [0],
    'offline',
  ],
  // The same where that was discarded before this was saved.
  [
    steps(
      'offline, type 0 title, save 0, lose done, online, offline, type 1 title, discard 0, save 1, undo 1',
    ),
    [0],
    'offline',
  ],
  // Discarded and saved again beside a save of nothing: the law took what the first had been saved over for open still.
  [
    steps('type 1 title, offline, save 1, type 0 title, save 0, discard 0, save 0, save! 1, save 0, undo 0'),
    [0],
    'offline',
  ],
  // Killed with an undo that waits over what may be done: that was taken for nothing, as it puts back what it was made on.
  [
    steps(
      'offline, type 0 title, save 0, lose done, online, clear 0, save 0, undo 0, type 1 title, save 1, save 0, undo 1, save 1, kill 1',
    ),
    [0],
    'always',
  ],
  // Killed twice.
  [
    steps(
      'offline, type 0 title, save 0, lose done, online, clear 0, save 0, undo 0, type 1 title, save 1, save 0, undo 1, save 1, kill 1, kill 1',
    ),
    [0],
    'always',
  ],
  // The same where that was sent while it was away, and is what the record says.
  [
    steps(
      'offline, type 0 title, save 0, lose done, online, clear 0, save 0, undo 0, type 1 title, save 1, save 0, undo 1, kill 0',
    ),
    [0],
    'always',
  ],
  // Discarded by who has undone what may be done: that was taken for nothing, as it says what it was made on.
  [
    steps(
      'offline, type 0 title, save 0, lose done, online, save 0, undo 0, type 1 title, save 1, offline, discard 0',
    ),
    [0],
    'always',
  ],
  // Sent while the page was away that had typed over it, after it had heard of it: it was in conflict with the other tab then.
  [
    steps(
      'type 0 title, lose, lose, save 0, online, kill 0, type 0 excerpt, save! 0, type 1 excerpt, online, kill 1',
    ),
    [0],
    'always',
  ],
  // Undone after another tab had discarded what may be done: it was taken for nothing.
  [
    steps(
      'type 1 tag, offline, save 1, type 0 title, save 0, lose done, online, offline, discard 0, save 1, undo 1',
    ),
    [0],
    'offline',
  ],
  // An undo of what is done, given up: the law took the tag for an edit of its tab still.
  [
    steps(
      'type 1 tag, type 1 tag, offline, save 1, undo 1, reload 1, type 0 title, save 0, save 1, type 1 title, save 1, save 0, undo 1, type 0 tag, save 0, save 1, freeze 1, online, reload 1, undo 0, clear 0, undo 1',
    ),
    [0],
    'offline',
  ],
  // Saved again after another tab had discarded what may be done: it was shown as sent by another page, and as an edit.
  [
    steps(
      'offline, type 0 title, save 0, lose done, online, type 1 title, save 1, offline, discard 0, save 1',
    ),
    [0],
    'offline',
  ],
  // Cleared after an undo of the second of two saves that waited: the law took the first one for saved still.
  [
    steps('offline, type 0 title, save 0, type 0 title, save 0, undo 0, clear 0, type 1 title, save 1'),
    [0],
    'offline',
  ],
  // The same, and then saved over by the other tab: what had been discarded was an edit still.
  [
    steps(
      'offline, type 0 title, save 0, lose done, online, type 1 title, save 1, offline, discard 0, save 1, type 0 title, save 0',
    ),
    [0],
    'offline',
  ],
  // Given up while nobody knew whether it was done, and loaded anew without a network: one was asked about one's own title.
  ...['clear 0', 'discard 0, clear 0'].map((given): [Step[], number[], Way] => [
    steps(
      `offline, type 0 title, save 0, lose done, online, offline, ${given}, reload 0, type 0 title, save 0`,
    ),
    [0],
    'offline',
  ]),
  // The same where another tab had saved over it, which was discarded here.
  [
    steps(
      'offline, type 0 title, save 0, lose done, online, save 0, type 1 title, save 1, offline, discard 0, reload 0, save! 0, type 0 title',
    ),
    [0],
    'offline',
  ],
  // An undo of what may be done, saved and cleared before it was sent: the law took the tag for gone.
  [
    steps(
      'type 1 tag, offline, save 1, type 0 title, save 0, lose done, online, offline, discard 0, save 1, undo 1, save 1, clear 1',
    ),
    [0],
    'offline',
  ],
  // Saved in another tab after a page had died that had begun before: restored and saved, it was in conflict with that.
  [steps('type 1 title, die 1, type 0 title, save 0, kill 1, save 1'), [0], 'offline'],
  [steps('type 1 title, offline, die 1, type 0 title, save 0, online, reload 1, save 1'), [0], 'always'],
]

describe('one person works in several tabs at one post', () => {
  const figures = figuresOf('several tabs')
  it(
    'what is saved is shown in all, what is typed and given up is of one, and nobody is in conflict with themselves',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          historiesOf(
            step,
            14,
            examples.map(([told]) => told),
          ),
          fc.array(fc.nat(4), { minLength: 1, maxLength: 5 }),
          way,
          virtually(async (told, delays, queue) => {
            figures.history()
            await play(told, delays, queue)
            figures.ended()
          }),
        ),
        { seed: 1, ...histories(examples.length + 15), examples },
      )
    },
    longestLaw,
  )
})
