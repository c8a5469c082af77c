import { registerCoreStore } from './registerCoreStore'
import { store } from './store'

registerCoreStore(store)
