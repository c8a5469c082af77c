import { registerCoreStore } from './registerCoreStore'
import { store } from './defaultStore'

registerCoreStore(store)
