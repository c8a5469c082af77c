import type * as Yjs from 'yjs'
import type { RecordDocument } from './recordDocument'

type Shared = Yjs.AbstractType<unknown>
type WasThere = (item: Yjs.Item) => boolean

/**
 * What a text or a list said until something else was put in its place, as a document reads it; undefined for what is neither.
 * @param wasThere - Whether something in it has only gone with it.
 */
export function readGivenUp(
  { Y, codec, config }: Pick<RecordDocument, 'Y' | 'codec' | 'config'>,
  field: string,
  gone: Shared,
  wasThere: WasThere,
): unknown {
  if (!(gone instanceof Y.Text || gone instanceof Y.Array)) return undefined
  const copy = new Y.Doc()
  copy.getMap(codec.root).set(field, copyOf(Y, gone, wasThere))
  return codec.open(Y, copy, config).read(field)
}

function copyOf(Y: typeof Yjs, value: unknown, wasThere: WasThere): unknown {
  if (!(value instanceof Y.AbstractType)) return value
  const all: unknown[] = []
  for (let item = value._start; item; item = item.right)
    if (item.countable && wasThere(item)) all.push(...(item.content.getContent() as unknown[]))
  if (value instanceof Y.Text) return new Y.Text(all.join(''))
  if (value instanceof Y.Array) return Y.Array.from(all.map((one) => copyOf(Y, one, wasThere) as string))
  const entries = [...(value as Shared)._map].flatMap(([name, item]): [string, unknown][] =>
    wasThere(item) ? [[name, copyOf(Y, item.content.getContent().at(-1), wasThere)]] : [],
  )
  return new Y.Map(entries)
}
