import { register } from '@wordpress/data'
import { store } from './store'

// A registry keeps the first store of a name, so this has to run before WordPress's own registers.
register(store as never)
