import { writeReference } from './reference.mjs'

await writeReference()
