// The script of the plugin: it runs after WordPress's `wp-data` and before its `wp-core-data`.
import { createCoreStore } from 'copydesk/wordpress-data'

interface Store {
  readonly name: string
}

/** `wp.data` as far as it is needed here. */
interface Data {
  readonly register: (store: Store) => void
}

const page = window as unknown as { wp: { data: Data } }
const { data } = page.wp
data.register(createCoreStore({ flavour: '6.6' }))

// WordPress's own store comes second, and would be told so on the console.
const { register, ...others } = Object.getOwnPropertyDescriptors(data)
const wrapped: Data = Object.defineProperties({} as Data, {
  ...others,
  register: {
    enumerable: register?.enumerable ?? true,
    value: (store: Store) => {
      if (store.name !== 'core') data.register(store)
    },
  },
})
page.wp.data = wrapped
