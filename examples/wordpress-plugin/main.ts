// The script of the plugin: it runs after WordPress's `wp-data` and before its `wp-core-data`.
import { createCoreStore, type Flavour, type Registry } from 'copydesk/wordpress-data/store'
import { createPageSerializer, type Blocks, type Hooks } from './pageSerializer'
import { unknownNames } from './unknownNames'

/** What a registry is given: WordPress's own store, or ours. */
interface Store {
  readonly name: string
  readonly instantiate: (registry: never) => object
}

interface OpenRegistry extends Registry {
  readonly register: (store: Store) => void
}

/** `wp.data` as far as it is needed here. */
interface Data {
  readonly use: (plugin: (registry: OpenRegistry) => Pick<OpenRegistry, 'register'>) => void
  readonly dispatch: (
    store: string,
  ) => { createWarningNotice(text: string, options: object): void } | undefined
}

const page = window as unknown as {
  readonly wp: { readonly data: Data; readonly hooks: Hooks; blocks: Blocks }
  readonly copydeskFlavour: Flavour
}
const { data } = page.wp
const descriptor = createCoreStore({ flavour: page.copydeskFlavour })

// Core-data's script comes later, and takes its serialiser from here.
const { blocks, switchOff } = createPageSerializer(page.wp.blocks, page.wp.hooks)
page.wp.blocks = blocks

// When WordPress's own store comes to take its name, ours takes it, if it has every name of that one: a name that is
// missing would be a white page.
data.use(({ register, ...registry }) => ({
  register(store) {
    if (store.name !== descriptor.name || (registry.stores && store.name in registry.stores)) {
      register(store)
      return
    }
    const own = prepare({ register, ...registry }, store)
    register(own ?? store)
  },
}))

/** Our store, where it can stand for theirs; else it says why not, and gives nothing. */
function prepare(registry: OpenRegistry, theirs: Store): Store | undefined {
  try {
    const instance = descriptor.instantiate(registry)
    const missing = unknownNames(theirs, instance)
    if (missing.length === 0) return { name: descriptor.name, instantiate: () => instance }
    giveWay(`it lacks ${missing.join(', ')}`)
  } catch (error) {
    giveWay(String(error))
  }
  return undefined
}

function giveWay(reason: string): void {
  switchOff()
  const text = `Copydesk leaves this editor on WordPress's own store: ${reason}.`
  console.warn(text)
  document.documentElement.classList.add('copydesk-gave-way')
  addEventListener('load', () =>
    data.dispatch('core/notices')?.createWarningNotice(text, { id: 'copydesk-gave-way' }),
  )
}
