import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readSourceFiles } from './support/sourceTree'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readSourceFiles(root, 'src')

/**
 * What modules of the package remember, and why that is no state that stores could share. Everything else is in the
 * state of a store or in its services. Memos of reselect are not listed: what they give depends on their arguments
 * alone.
 */
const reasons: { readonly [place: string]: string } = {
  'core/companions.ts attachments':
    'What can not be JSON stands beside the plain object that represents it, by that one object, and goes with it.',
  'core/keys.ts last': 'The key that was made last of a kind and a name: made again, it is the same text.',
  'core/keys.ts lastScope': 'The scope that was made last of an entity: made again, it is the same text.',
  'blocks/blockMemory.ts memories':
    'The parsed blocks of one store each, by its own block services, and gone with them.',
  'edits/dirtyRecords.ts dirtyLists':
    'The last list of unsaved records of one store each, by its own companions: saves work, and comes to the same.',
  'locks/selectors.ts listsOf': 'Lists made of one immutable slice each.',
  'queries/listView.ts views':
    'The last view of each list, by an object of that list: rows that are the same keep their array.',
  'batch/writeQueue.ts knowledgeOf': 'What one store each knows of its server, and gone with the store.',
  'react/hooks/useRefetch.ts beginnings':
    'When one store each was first polled, so that all who poll it do so at the same moments.',
  'react/internals/suspendUntil.ts awaited':
    'The promises that suspended components of one store each wait for: React forgets what such a component held.',
  'wordpress-data/createCoreStore.ts insides':
    'The entity store of one registered store each, and gone with it.',
  'wordpress-data/listQuery.ts known': 'A copy of one query object each.',
  'testing/http/router.ts patterns': 'Compiled patterns of the routes, which are constants.',
  'durable/storage/claims.ts claims':
    'A matter of the page: two stores that keep edits of the same person in it would take them for their own.',
  'sync/document/unsharedFields.ts withoutIt': 'A copy of one immutable value each.',
  'sync/merge/scriptInMarkup.ts found': 'What was found in one immutable value each.',
  'sync/transports/openWebrtcRoom.ts openRooms':
    'Rooms are a matter of the page: y-webrtc throws for a second one of the same name, whichever store opens it.',
  'sync/transports/signalingConnection.ts sockets': 'The socket of one connection of y-webrtc each.',
}

const variable = /^(?:export )?(?:let|var) (\w+)/gm
const memory = /^(?:export )?const (\w+)(?:: [^=]+?)? = (?:\/\* @__PURE__ \*\/ )?new (?:Weak)?(?:Map|Set)\b/gm

/** Variables, and collections that something is put into, of a module. */
function memoriesOf(text: string): readonly string[] {
  const variables = [...text.matchAll(variable)].map(([, name = '']) => name)
  const collections = [...text.matchAll(memory)].map(([, name = '']) => name)
  const isWritten = (name: string) =>
    new RegExp(`\\b${name}\\.(?:set|add|delete|clear)\\(|remembered\\(\\s*${name}\\b`).test(text)
  return [...variables, ...collections.filter(isWritten)]
}

describe('What modules remember', () => {
  const found = Object.entries(sources).flatMap(([path, text]) =>
    memoriesOf(text).map((name) => `${path.replace(/^src\//, '')} ${name}`),
  )

  it('is found', () => {
    expect(found).toContain('core/companions.ts attachments')
    expect(memoriesOf('let count = 0\nconst seen = new Map<string, number>()\nseen.set("a", 1)')).toEqual([
      'count',
      'seen',
    ])
    expect(memoriesOf('const names = new Set(["a"])\nfunction make() {\n  let last = 1\n}')).toEqual([])
  })

  it('is nothing without a reason that stands here', () => {
    expect(found.filter((place) => !Object.hasOwn(reasons, place))).toEqual([])
  })
})
