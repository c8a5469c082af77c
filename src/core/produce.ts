import { Immer } from 'immer'

/**
 * Immer's `produce`, set up for this library alone. What an error, a block or a record holds belongs to whoever made
 * it, so nothing is frozen.
 */
export const produce: Immer['produce'] = new Immer({ autoFreeze: false }).produce
