import type * as Yjs from 'yjs'
import { blockCharacter, goneCharacter, haveWord, sameWords } from '../merge/sameWords'
import { isPerson } from './hands'
import { characterAt, movedIn, standInReader, takeOut, type Moved } from './movedInside'
import { idAt, placeIn, stretchesIn, stretchesOf, type Stretch } from './stretches'
import { itemsOf, itemsSay, partsSay, stretchOfItems } from './textItems'

/**
 * Root map of which characters of a text say what the server says: by field, hash and hand, in the order of that, the stretches that
 * it is made of. What the text lacks of it is of hand 0. Where two have brought, or saved, one version apart, it tells of each
 * character which one is the same.
 */
export const charactersMap = 'serverCharacters'

/** So many versions are known. */
const mostVersions = 40

/** Notes which characters of a field say a version of it, in place of who was known to have brought the same. */
export function recordCharacters(
  doc: Yjs.Doc,
  [field, hash, hand]: readonly [field: string, hash: string, hand: number],
  characters: readonly Stretch[],
): void {
  const all = doc.getMap<readonly Stretch[]>(charactersMap)
  const name = `${field} ${hash} `
  for (const key of [...all.keys()]) if (key.startsWith(name)) all.delete(key)
  all.set(name + String(hand), characters)
  for (const key of [...all.keys()].slice(0, -mostVersions)) all.delete(key)
}

/** What a document lacks of a version. */
export const lackingOf = (length: number): readonly Stretch[] => (length > 0 ? [[0, 0, length]] : [])

/** The characters of a text that say a version of it. */
export function charactersOf(text: Yjs.Text, version: string): readonly Stretch[] {
  const { items } = itemsOf(text)
  const stretches: Stretch[] = []
  let done = 0
  for (const { at, place, length } of sameWords(version, itemsSay(items))) {
    stretches.push(...lackingOf(at - done))
    for (const { item, begin, end } of stretchOfItems(items, place, place + length))
      stretches.push([item.id.client, item.id.clock + begin, end - begin])
    done = at + length
  }
  return [...stretches, ...lackingOf(version.length - done)]
}

/** Of characters and blocks that stand there twice, which one stays for one that goes; undefined for one that does not. */
export type StaysFor = (id: Yjs.ID) => Yjs.ID | undefined

const nameOfId = ({ client, clock }: Yjs.ID) => `${client} ${clock}`

/** Takes out of a text what stands there twice: what others have put inside goes to where the other one is. */
export function dropSame(Y: typeof Yjs, text: Yjs.Text, staysFor: StaysFor): boolean {
  const gone = new Map<number, Gone>()
  for (const item of itemsOf(text).items) {
    const { client } = item.id
    for (let at = 0; at < item.length; at++) {
      const id = { client, clock: item.id.clock + at }
      const stays = staysFor(id)
      if (!stays) continue
      const known = gone.get(client) ?? { part: [], ids: [], there: [] }
      gone.set(client, known)
      const last = known.part.at(-1)
      if (last?.item === item && last.end === at) last.end++
      else known.part.push({ item, begin: at, end: at + 1 })
      known.ids.push(id)
      known.there.push(stays)
    }
  }
  for (const { part, ids, there } of gone.values())
    takeOut(Y, text, part, { words: partsSay(part), part: ids, there })
  return gone.size > 0
}

interface Gone {
  readonly part: { item: Yjs.Item; begin: number; end: number }[]
  readonly ids: Yjs.ID[]
  readonly there: Yjs.ID[]
}

/** What a version of the server is made of, by one who has brought or saved it. */
interface List {
  readonly version: string
  readonly hand: number
  readonly stretches: readonly Stretch[]
}

/** What the hand had received that has brought a version; undefined where a document was begun with that. */
export type Heard = (version: string) => ReadonlyMap<number, number> | undefined

/** The text, or the blocks, of a field. */
interface Field {
  readonly root: Yjs.AbstractType<unknown>
  readonly field: string
  /** All characters of it, for what people have written without having been heard of. */
  readonly unheard: { readonly heard: Heard; readonly all: readonly Stretch[] } | undefined
}

/**
 * What stands twice in a text, or in blocks, as two have brought or saved it apart: of each character, and each block, the one of
 * who comes first stays.
 */
export function sameCharacters(
  Y: typeof Yjs,
  doc: Yjs.Doc,
  { root, field, unheard }: Field,
): StaysFor | undefined {
  const moved = movedIn(doc)
  const characters = readerOf(Y, doc, root, moved)
  const same = sameIn(listsOf(Y, doc, field, characters, moved), characters, unheard)
  return same.size === 0 ? undefined : (id) => same.get(nameOfId(moved.first(id)))
}

/** What of a document stands in a field. */
interface Characters {
  /** What a character says; undefined where it is gone. */
  readonly read: (id: Yjs.ID) => string | undefined
  readonly isThere: (id: Yjs.ID) => boolean
  /** Whether something was written beside what a hand has written. */
  readonly hasSeen: (id: Yjs.ID, hand: number) => boolean
  /** Whether something of a stretch is in the field, or was. */
  readonly isInside: (stretch: Stretch) => boolean
}

function readerOf(Y: typeof Yjs, doc: Yjs.Doc, root: Yjs.AbstractType<unknown>, moved: Moved): Characters {
  const readStandIn = standInReader(doc)
  const isIn = ({ parent }: Yjs.Item): boolean =>
    parent === root || (parent instanceof Y.AbstractType && !!parent._item && isIn(parent._item))
  return {
    isInside: ([client, clock]) => {
      const character = characterAt(Y, doc, { client, clock })
      return character !== undefined && isIn(character.item)
    },
    isThere: (id) => characterAt(Y, doc, moved.now(id))?.item.deleted === false,
    hasSeen: (id, hand) =>
      (['origin', 'rightOrigin'] as const).some((side) => {
        let at: Yjs.ID | null | undefined = characterAt(Y, doc, id)?.item[side]
        while (at && isPerson(at.client)) at = characterAt(Y, doc, at)?.item[side]
        return at?.client === hand
      }),
    read: (id) => {
      const character = id.client === 0 ? undefined : characterAt(Y, doc, moved.now(id))
      if (!character) return undefined
      if (character.item.deleted) return readStandIn(id)
      const { content } = character.item
      // All of a content at once takes time with each of its characters.
      return content instanceof Y.ContentString ? content.str.charAt(character.at) : blockCharacter
    },
  }
}

/** The versions of a field of which all has come, those of persons first. */
function listsOf(
  Y: typeof Yjs,
  doc: Yjs.Doc,
  field: string,
  { isInside }: Characters,
  { isAny, first }: Moved,
): readonly List[] {
  const hasCome = ([client, clock, length]: Stretch) =>
    client === 0 || clock + length <= Y.getState(doc.store, client)
  const firstOf = (stretch: Stretch) =>
    isAny && stretch[0] !== 0 ? stretchesOf(idsIn(stretch).map(first)) : [stretch]
  return [...doc.getMap<unknown>(charactersMap)]
    .map(([key, said]): List => {
      const end = key.lastIndexOf(' ')
      return { version: key.slice(0, end), hand: Number(key.slice(end)), stretches: stretchesIn(said) }
    })
    .filter(({ version }) => version.slice(0, version.lastIndexOf(' ')) === field)
    .filter(({ stretches }) => stretches.every(hasCome))
    .map(({ stretches, ...list }) => ({
      ...list,
      stretches: stretches
        .flatMap(firstOf)
        .flatMap((one) => (one[0] === 0 || isInside(one) ? [one] : lackingOf(one[2]))),
    }))
    .sort((one, other) => orderOf(one.hand) - orderOf(other.hand) || (one.version < other.version ? -1 : 1))
}

const idsIn = ([client, clock, length]: Stretch): readonly Yjs.ID[] =>
  Array.from({ length }, (_, at) => ({ client, clock: clock + at }))

/** Persons come first, then the lower number. */
const orderOf = (client: number) => (isPerson(client) ? client - 2 ** 32 : client)
const isBefore = (one: Yjs.ID, other: Yjs.ID) =>
  (orderOf(one.client) - orderOf(other.client) || one.clock - other.clock) < 0

/** Of characters that are the same as others, which one stays. */
function sameIn(
  lists: readonly List[],
  characters: Characters,
  unheard: Field['unheard'],
): ReadonlyMap<string, Yjs.ID> {
  const { join, staying } = createClasses(lists, characters)
  const pairs = lists.flatMap((one, at) => lists.slice(at + 1).map((other) => [one, other] as const))
  const isOneVersion = ([one, other]: readonly [List, List]) => one.version === other.version
  for (const [one, other] of pairs.filter(isOneVersion)) join(pairsOf(one.stretches, other.stretches))
  // What two have brought of different versions may be the same.
  for (const [one, other] of pairs.filter((pair) => !isOneVersion(pair))) {
    const isMore = isBeyond(one, other, characters) && isBeyond(other, one, characters)
    if (isMore) join(alignedPairs(leftOf(one, characters), leftOf(other, characters)))
  }
  const ofServer = unheard ? lists.filter(({ hand }) => !isPerson(hand)) : []
  for (const list of ofServer) join(unheardPairs(list, characters, unheard!))
  return staying()
}

/** Characters that are the same, and which of them stays. */
interface Class {
  readonly ids: readonly Yjs.ID[]
  readonly stays: Yjs.ID
}

/** Puts together characters that are the same. */
function createClasses(lists: readonly List[], { isThere, read }: Characters) {
  const classes = new Map<string, Class>()
  const classOf = (id: Yjs.ID) => classes.get(nameOfId(id)) ?? { ids: [id], stays: id }
  const isIn = (list: List, { ids }: Class) => ids.some((id) => placeIn(list.stretches, id) !== undefined)
  /** What somebody has taken away stays for nothing that is there. */
  const isFirst = (one: Yjs.ID, other: Yjs.ID) =>
    isThere(one) === isThere(other) ? isBefore(one, other) : isThere(one)
  const joinPair = ([id, same]: Pair) => {
    const [here, there] = [classOf(id), classOf(same)]
    // Two of one version are two.
    if (here === there || lists.some((list) => isIn(list, here) && isIn(list, there))) return
    const both = {
      ids: [...here.ids, ...there.ids],
      stays: isFirst(here.stays, there.stays) ? here.stays : there.stays,
    }
    for (const one of both.ids) classes.set(nameOfId(one), both)
  }
  return {
    /** Of a blank nobody knows which one of two it is: words alone tell it. */
    join: (pairs: readonly Pair[]) => {
      for (const run of runsOf(pairs)) if (run.some(([id]) => isWord(read(id)))) run.forEach(joinPair)
    },
    staying: () =>
      new Map([...classes].flatMap(([name, { stays }]) => (name === nameOfId(stays) ? [] : [[name, stays]]))),
  }
}

/** What people have written apart from a hand of the server that says the same there: they may have saved it. */
function unheardPairs(
  list: List,
  characters: Characters,
  { heard: heardBy, all }: NonNullable<Field['unheard']>,
): readonly Pair[] {
  const heard = heardBy(`${list.version} ${list.hand}`)
  if (!heard) return []
  const isUnheard = ({ client, clock }: Yjs.ID) => isPerson(client) && clock >= (heard.get(client) ?? 0)
  const others = all.filter(([client]) => client !== list.hand)
  const brought = list.stretches.filter(([client]) => client === list.hand)
  const written = others.filter(([client, clock, length]) => isUnheard({ client, clock: clock + length - 1 }))
  if (!haveWord(saidBy(brought, characters), saidBy(written, characters))) return []
  const places = placesAmong(all, (id) => id.client !== list.hand && !isUnheard(id))
  const left = leftOf({ ...list, stretches: others }, characters)
  return alignedPairs(leftOf(list, characters), left).filter(
    ([id, same]) =>
      id.client === list.hand &&
      isUnheard(same) &&
      !characters.hasSeen(same, list.hand) &&
      places.get(nameOfId(id)) === places.get(nameOfId(same)),
  )
}

type Pair = readonly [Yjs.ID, Yjs.ID]

/** Behind how many that are known each of the other characters stands. */
function placesAmong(all: readonly Stretch[], isKnown: (id: Yjs.ID) => boolean): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  let known = 0
  for (const id of all.flatMap(idsIn)) {
    if (isKnown(id)) known++
    else places.set(nameOfId(id), known)
  }
  return places
}

const isWord = (character: string | undefined) =>
  character === blockCharacter || /[\p{L}\p{N}]/u.test(character ?? '')

/** Pairs whose characters stand next to one another in both. */
function runsOf(pairs: readonly Pair[]): readonly (readonly Pair[])[] {
  const runs: Pair[][] = []
  const isNext = (one: Yjs.ID, next: Yjs.ID) => one.client === next.client && one.clock + 1 === next.clock
  for (const pair of pairs) {
    const last = runs.at(-1)?.at(-1)
    if (last && isNext(last[0], pair[0]) && isNext(last[1], pair[1])) runs.at(-1)?.push(pair)
    else runs.push([pair])
  }
  return runs
}

/** Whether there is something of a version that another one has not. */
function isBeyond(one: List, other: List, { isThere }: Characters): boolean {
  return one.stretches
    .flatMap((stretch) => beyond(stretch, other.stretches))
    .some((left) => idsIn(left).some(isThere))
}

/** What of a stretch is in none of others. */
function beyond(stretch: Stretch, others: readonly Stretch[]): readonly Stretch[] {
  let left: readonly Stretch[] = stretch[0] === 0 ? [] : [stretch]
  for (const [hand, begin, length] of others)
    left = left.flatMap(([client, clock, most]): readonly Stretch[] => {
      const [from, to] = [Math.max(clock, begin), Math.min(clock + most, begin + length)]
      if (hand !== client || from >= to) return [[client, clock, most]]
      const parts: Stretch[] = [
        [client, clock, from - clock],
        [client, to, clock + most - to],
      ]
      return parts.filter(([, , count]) => count > 0)
    })
  return left
}

interface Left {
  readonly list: List
  readonly said: string
}

function saidBy(stretches: readonly Stretch[], { read }: Characters): string {
  return stretches
    .map((one) =>
      idsIn(one)
        .map((id) => read(id) ?? goneCharacter)
        .join(''),
    )
    .join('')
}

/** What is left of a version, with what stands for what was taken out of it. */
function leftOf(list: List, characters: Characters): Left {
  return { list, said: saidBy(list.stretches, characters) }
}

/** The characters of two versions that say the same in the same place, and are others. */
function alignedPairs(one: Left, other: Left): readonly Pair[] {
  return sameWords(one.said, other.said).flatMap(({ at, place, length }) =>
    Array.from({ length }, (_, step) => [
      idAt(one.list.stretches, at + step),
      idAt(other.list.stretches, place + step),
    ]).flatMap(([id, same]) => (id && same && nameOfId(id) !== nameOfId(same) ? [[id, same] as const] : [])),
  )
}

/** The characters of two lists that say the same and are others. */
function pairsOf(one: readonly Stretch[], other: readonly Stretch[]): readonly Pair[] {
  const pairs: [Yjs.ID, Yjs.ID][] = []
  let [at, there, i, j] = [0, 0, 0, 0]
  for (let a = one[i], b = other[j]; a && b; a = one[i], b = other[j]) {
    const length = Math.min(a[2] - at, b[2] - there)
    const isSame = a[0] === b[0] && a[1] + at === b[1] + there
    if (!isSame && a[0] !== 0 && b[0] !== 0)
      for (let place = 0; place < length; place++)
        pairs.push([
          { client: a[0], clock: a[1] + at + place },
          { client: b[0], clock: b[1] + there + place },
        ])
    at += length
    there += length
    if (at === a[2]) [at, i] = [0, i + 1]
    if (there === b[2]) [there, j] = [0, j + 1]
  }
  return pairs
}
