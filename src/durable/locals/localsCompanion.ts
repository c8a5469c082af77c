/** What says among the companions of a store that its local ids are replaced once the server has given others. */
export const localsCompanion = 'locals'
