/** In a query: the rows of a whole list are shown as its pages arrive. */
export const intermediateResults: unique symbol = Symbol('RECEIVE_INTERMEDIATE_RESULTS')
