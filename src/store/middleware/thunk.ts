import type { Middleware } from 'redux'
import { reportErrors } from '../../core/reportErrors'
import type { Dispatch, Services, Thunk } from '../../core/thunk'
import type { EntityState } from '../rootReducer'

/**
 * Runs thunks with the services of the store. It stands before all other middleware, which see plain actions only.
 *
 * What throws once an action has changed the state, such as a logger or a listener of the store around, is no answer to
 * whoever dispatched it: it is reported, and a save that the server has answered stays a save.
 */
export function thunkMiddleware(services: Services): Middleware<Dispatch<EntityState>, EntityState> {
  return ({ dispatch, getState }) =>
    (next) =>
    (action) => {
      if (typeof action === 'function') {
        const { inspector } = services.inspection
        const thunk = (inspector ? inspector.run(action) : action) as Thunk<EntityState, unknown>
        return thunk(dispatch as Dispatch<EntityState>, getState, services)
      }
      const before = getState()
      try {
        return next(action)
      } catch (error) {
        if (getState() === before) throw error
        reportErrors([error])
        return action
      }
    }
}
