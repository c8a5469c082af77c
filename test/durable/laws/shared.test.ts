import fc from 'fast-check'
import { beforeAll, describe, it } from 'vitest'
import { figuresOf, histories, historiesOf, inTurn, longestLaw } from '../../support/lawRuns'
import { loadCollaboration } from '../../support/loadCollaboration'
import { virtually } from '../../support/virtualTime'
import { play, step, ways, type Step, type Where } from './sharedStory'

beforeAll(loadCollaboration)

const type = (at: number, where: Where) => ({ do: 'type' as const, at, where })
const save = (at: number) => ({ do: 'save' as const, at })
const eva = (where: Where) => ({ do: 'eva' as const, where })

/** Histories that failed once. */
const once: [Step[]][] = [
  // A paragraph of one word that was written on was taken for another one, and stood twice in one.
  [[type(0, 'all'), type(0, 'all'), type(0, 'all'), eva('all')]],
  // A colleague brought in what the site said of another field, and the document counted as made of the text there, too.
  [[eva('title'), type(0, 'own'), save(0), eva('own'), type(0, 'own'), eva('meta')]],
  // The same by a save that was announced only after the text had been read.
  [
    [
      ...[eva('title'), type(0, 'own'), save(0), eva('own'), type(0, 'own')],
      ...[{ do: 'read' as const, at: 0 }, { do: 'wait' as const }, save(0)],
    ],
  ],
  // An autosave that counts as a save was not told to the others.
  [[type(0, 'excerpt'), { do: 'autosave', at: 0 }, eva('excerpt'), type(0, 'excerpt'), save(1)]],
  // A colleague's title that came in while one's own draft was autosaved counted as made of what had been saved outside.
  [[eva('title'), type(0, 'own'), type(1, 'title'), { do: 'autosave', at: 0 }]],
  // What an autosave sends without that it was edited counted as in the document.
  [[eva('own'), type(0, 'excerpt'), { do: 'die', at: 0 }, { do: 'autosave', at: 0 }]],
  // What one page had read of meta before the last change came into the document after it.
  [[eva('meta'), { do: 'read', at: 0 }, eva('meta'), { do: 'read', at: 1 }]],
  // The same as the first by a page that came back to its document.
  [[eva('own'), eva('meta'), type(0, 'own'), { do: 'die', at: 0 }]],
  // Of what was saved outside before and after somebody wrote in the same text, only the first came into the document.
  [[eva('own'), { do: 'read', at: 0 }, type(0, 'own'), eva('own'), save(0)]],
  // Two new paragraphs that were alike became one.
  [[type(0, 'new'), eva('new'), save(0)]],
  // Two who did not hear of each other brought the same into the document, and it stood twice once they met.
  [
    [
      ...[type(0, 'excerpt'), eva('new'), save(0), { do: 'offline' as const, at: 0 }, save(1)],
      { do: 'wait' },
    ],
  ],
  // The same of what a colleague saved whose messages were late.
  [
    [
      ...[{ do: 'relay' as const, how: 'hold' as const, which: 0 }, type(0, 'own'), save(0)],
      ...[type(1, 'own'), save(1)],
    ],
  ],
  // Of two changes outside a page had brought in the first when another one read both.
  [[eva('new'), { do: 'die', at: 0 }, eva('own')]],
  // What is saved outside while a save is under way is replaced, and shown.
  [[{ do: 'slow', at: 0, isDone: false }, type(0, 'own'), save(0), eva('own'), type(0, 'own')]],
  // The same by an autosave of one's own draft, whose answer says nothing of revisions.
  [[{ do: 'slow', at: 1, isDone: false }, type(0, 'own'), { do: 'autosave', at: 1 }, eva('own')]],
  // What a page had not heard of a text counted as in the document with the next change of another field.
  [
    [
      ...[type(1, 'meta'), type(0, 'own'), { do: 'autosave' as const, at: 0 }, eva('own')],
      ...[{ do: 'die' as const, at: 0 }, eva('meta')],
    ],
  ],
  // An entry that came back from the document was taken for made on what the site had by then.
  [[eva('own'), type(0, 'meta'), { do: 'read', at: 0 }, eva('meta'), { do: 'die', at: 0 }]],
  // A paragraph that a colleague had brought in stood twice, as the one before it had been written on.
  [[type(0, 'own'), eva('new'), { do: 'autosave', at: 2 }, type(0, 'all'), eva('own')]],
  // A page that came back held for kept what its document did not say to be made of, and a block stood twice.
  [
    [
      ...[eva('own'), type(0, 'own'), save(0), type(0, 'own')],
      ...[
        { do: 'autosave' as const, at: 2 },
        { do: 'die' as const, at: 0 },
      ],
    ],
  ],
  // A save was heard of when the site had gone on from it, so that nobody else had read what it had sent: it stood twice.
  [[type(0, 'title'), eva('own'), save(1), type(0, 'title'), eva('title')]],
  // A paragraph that the check of a lost save had brought in stood twice, as one was written before it and one on the site.
  [[type(0, 'new'), { do: 'lose', at: 1, isDone: false }, eva('new'), save(1), eva('new')]],
  // Two brought in what the site had; what one of them had typed went with what of that was there twice.
  [
    [
      ...[eva('own'), { do: 'relay' as const, how: 'hold' as const, which: 0 }, type(1, 'all'), eva('new')],
      ...[{ do: 'die' as const, at: 2 }, save(1), { do: 'wait' as const }],
    ],
  ],
  // A save did not say that its document has what somebody outside had written, who then stood there twice.
  [[type(0, 'own'), { do: 'relay', how: 'hold', which: 0 }, eva('own'), save(1), save(0)]],
  // What a page brought along that came back last was older in the document than on the site, and was saved over it.
  [[eva('meta'), { do: 'die', at: 1 }, { do: 'die', at: 0 }, eva('meta'), { do: 'die', at: 2 }]],
  // An entry that was typed without a network counted as made on what a colleague had read meanwhile, and replaced it.
  [[eva('meta'), { do: 'offline', at: 0 }, type(0, 'meta'), { do: 'die', at: 1 }]],
  // What was typed into an entry went where a message took it out whose new one waited for messages before it.
  [
    [
      ...[type(0, 'meta'), { do: 'relay' as const, how: 'hold' as const, which: 0 }, type(0, 'own')],
      ...[
        { do: 'autosave' as const, at: 1 },
        { do: 'relay' as const, how: 'repeat' as const, which: 14 },
      ],
    ],
  ],
  // A new paragraph had the beginning of the next one, which two had brought in, and lost its own with what was there twice.
  [[eva('new'), { do: 'read', at: 0 }, { do: 'die', at: 2 }, type(2, 'new')]],
  // What somebody had typed into an entry was not shown after they came back, as another one had changed on the site.
  [
    [
      ...[eva('meta'), { do: 'lose' as const, at: 2, isDone: false }, type(1, 'meta'), save(2)],
      ...[eva('meta'), { do: 'die' as const, at: 1 }],
    ],
  ],
  // What a colleague had brought in stood twice, as one had written before it and somebody outside behind it.
  [
    [
      ...[{ do: 'relay' as const, how: 'hold' as const, which: 0 }, type(0, 'all'), eva('all')],
      ...[{ do: 'read' as const, at: 1 }, eva('all')],
    ],
  ],
  // A paragraph that two had read stood twice, as one of them had written another before it.
  [[eva('new'), type(0, 'meta'), save(1), eva('own'), save(0), type(0, 'new')]],
  // An undo took away what a colleague had written before it, as their words began with the same letter.
  [[type(1, 'excerpt'), type(0, 'excerpt'), { do: 'undo', at: 0 }]],
  // Two had brought in two versions of the site apart, and what was in both stood twice.
  [
    [
      ...[type(0, 'own'), eva('own'), { do: 'relay' as const, how: 'hold' as const, which: 0 }],
      ...[save(1), eva('own'), save(0)],
    ],
  ],
  // Of a conflict that was open the undo had taken back what was typed.
  [[eva('meta'), type(0, 'meta'), save(0), { do: 'undo', at: 0 }]],
  // What a save had written whose answer was lost stood twice, as somebody outside had written behind it.
  [[type(0, 'title'), { do: 'lose', at: 1, isDone: true }, save(1), eva('title'), type(0, 'title')]],
  // What was kept of the record from before an autosave was taken for newer than its document, and took the words out of it.
  [
    [
      ...[{ do: 'wait' as const }, type(0, 'own'), { do: 'autosave' as const, at: 1 }],
      ...[
        { do: 'offline' as const, at: 1 },
        { do: 'dieAtOnce' as const, at: 1 },
      ],
    ],
  ],
  // What a colleague had written and saved stood twice where another page read it from the site before it heard of it.
  [
    [
      ...[eva('own'), type(0, 'excerpt'), { do: 'relay' as const, how: 'hold' as const, which: 0 }],
      ...[type(1, 'excerpt'), save(1), save(0)],
    ],
  ],
  // The same where somebody outside had written on in it.
  [
    [
      ...[{ do: 'relay' as const, how: 'hold' as const, which: 0 }, type(0, 'own'), type(1, 'own'), save(0)],
      ...[eva('own'), save(1)],
    ],
  ],
  // Of two saves under way at once the first one did not see what it had replaced, as the second was done before it looked.
  [
    [
      ...[type(0, 'own'), { do: 'slow' as const, at: 0, isDone: false }, save(0), type(0, 'own')],
      ...[{ do: 'slow' as const, at: 1, isDone: false }, save(1), eva('own')],
    ],
  ],
  // A conflict that was open when a page died without a network was gone when it came back, and its save replaced what others had saved.
  [[eva('all'), type(0, 'all'), save(0), { do: 'offline', at: 0 }, { do: 'die', at: 0 }]],
  // What an autosave had not taken was written over a colleague's entry, as if it had been edited since.
  [
    [
      ...[type(0, 'meta'), { do: 'relay' as const, how: 'hold' as const, which: 0 }, type(0, 'own')],
      ...[
        { do: 'autosave' as const, at: 1 },
        { do: 'relay' as const, how: 'repeat' as const, which: 14 },
      ],
      type(2, 'meta'),
    ],
  ],
  // A title that somebody outside had written while a save was under way was taken for what the save had made of it.
  [
    [
      ...[{ do: 'slow' as const, at: 0, isDone: false }, type(0, 'own'), save(0), eva('own')],
      ...[type(0, 'own'), eva('title'), type(0, 'title')],
    ],
  ],
  // What somebody had typed in a text went where somebody else took back what they had typed, without having heard of it.
  [
    [
      ...[{ do: 'relay' as const, how: 'hold' as const, which: 0 }, type(0, 'own')],
      ...[{ do: 'undo' as const, at: 0 }, type(1, 'own')],
    ],
  ],
  // What a page had read of a colleague's save was saved twice where their words had come, and that they had saved them had not.
  [
    [
      ...[
        { do: 'relay' as const, how: 'hold' as const, which: 0 },
        type(0, 'own'),
        type(1, 'own'),
        save(0),
        eva('own'),
      ],
      ...[save(1), { do: 'relay' as const, how: 'deliver' as const, which: 0 }, save(1)],
    ],
  ],
  [
    [
      ...[{ do: 'relay' as const, how: 'hold' as const, which: 0 }, type(0, 'all'), save(0), eva('all')],
      ...[
        { do: 'read' as const, at: 1 },
        type(1, 'own'),
        { do: 'relay' as const, how: 'deliver' as const, which: 0 },
        save(1),
      ],
    ],
  ],
  // A page had not read what a colleague had saved and written on: with what came of that, each paragraph stood twice.
  [
    [
      ...[type(0, 'own'), eva('own'), { do: 'relay' as const, how: 'hold' as const, which: 0 }],
      ...[save(1), eva('own'), save(0), type(1, 'own')],
    ],
  ],
  // Two empty lines stood at the end, as of a paragraph that two had brought in apart the one before it was taken out.
  [
    [
      ...[save(0), eva('own'), type(0, 'excerpt'), eva('new'), save(0), type(1, 'new')],
      ...[{ do: 'offline' as const, at: 0 }, save(1), { do: 'wait' as const }],
    ],
  ],
  // What one had typed was gone by default once their page died, as somebody had typed and taken back something of their own.
  [
    [
      ...[{ do: 'relay' as const, how: 'hold' as const, which: 0 }, type(0, 'own')],
      ...[{ do: 'undo' as const, at: 0 }, type(1, 'own'), { do: 'die' as const, at: 1 }],
    ],
  ],
  // Who chose of a conflict what all had seen before has changed it last.
  [
    [
      ...[eva('own'), type(0, 'excerpt'), { do: 'relay' as const, how: 'hold' as const, which: 0 }],
      ...[type(1, 'excerpt'), save(1), save(0), type(1, 'excerpt'), { do: 'die' as const, at: 0 }],
    ],
  ],
  // Paragraphs stood twice by default, where the last value of a field counts: one wrote in what a colleague had saved twice, and had read once.
  [[eva('own'), { do: 'read', at: 2 }, eva('own'), type(2, 'own')]],
]

describe('people write one post together, and somebody beside them', () => {
  const figures = figuresOf('together and beside')

  it.each(ways)(
    'no word is lost, none is there that nobody wrote, and all see at the end what the site has: %s',
    async (way) => {
      const tried = inTurn(once, ways, way)
      await fc.assert(
        fc.asyncProperty(
          historiesOf(
            step,
            16,
            once.map(([steps]) => steps),
          ),
          virtually(async (steps) => {
            figures.history()
            await play(steps, way)
            figures.ended()
          }),
        ),
        // One seed among the tests, fresh ones by `npm run test:durable`: what it leaves out may not be all that falls.
        { seed: 1, ...histories(tried.length + 1), examples: tried },
      )
    },
    longestLaw,
  )
})
