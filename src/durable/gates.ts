import type { SendWrite, WriteGate, WriteIntent } from '../core/writeGate'

/** One gate of several: each is asked with what the ones before it have made of the write. */
export function gateOf(gates: readonly WriteGate[]): WriteGate {
  const from = (at: number, intent: WriteIntent, send: SendWrite): SendWrite => {
    const gate = gates[at]
    if (gate === undefined) return send
    return (changed = {}) => {
      const { fields = intent.fields, basis = intent.basis, isOfOtherPage, headers, ...rest } = changed
      const next = { ...intent, fields, basis, ...(isOfOtherPage && { isOfOtherPage }) }
      const sendOn: SendWrite = (more = {}) =>
        send({
          ...rest,
          ...more,
          fields: more.fields ?? fields,
          ...((headers ?? more.headers) && { headers: { ...headers, ...more.headers } }),
        })
      return gate(next, from(at + 1, next, sendOn))
    }
  }
  return (intent, send) => from(0, intent, send)()
}
