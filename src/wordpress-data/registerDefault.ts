import { store } from './defaultStore'
import { registerUnlessThere } from './registerCoreStore'

registerUnlessThere(store)
