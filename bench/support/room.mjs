import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness'

/** A room in this process: who is there is known at once, and what is sent waits until it is delivered. */
export function createRoom() {
  const members = new Map()
  const underWay = []
  let sent = 0
  let tellNext = () => undefined

  function transport({ objectType, objectId, doc, awareness, Y }) {
    const name = `${objectType}:${objectId}`
    const member = { name, doc, awareness, receive: (update) => Y.applyUpdate(doc, update, members) }
    const others = () => [...members.values()].filter((each) => each !== member && each.name === name)
    const send = (update, origin) => {
      if (origin === members) return
      underWay.push({ update, others: others() })
      sent++
      tellNext()
    }
    const introduce = (changes, origin) => {
      if (origin === members) return
      const update = encodeAwarenessUpdate(awareness, Object.values(changes).flat())
      for (const other of others()) applyAwarenessUpdate(other.awareness, update, members)
    }
    for (const other of others()) {
      member.receive(Y.encodeStateAsUpdate(other.doc))
      applyAwarenessUpdate(awareness, encodeAwarenessUpdate(other.awareness, [other.doc.clientID]), members)
      applyAwarenessUpdate(other.awareness, encodeAwarenessUpdate(awareness, [doc.clientID]), members)
    }
    members.set(doc, member)
    doc.on('update', send)
    awareness.on('update', introduce)
    return {
      ready: Promise.resolve(),
      on: (event, listener) => {
        listener({ status: 'connected' })
        return () => undefined
      },
      destroy: () => {
        doc.off('update', send)
        awareness.off('update', introduce)
        members.delete(doc)
      },
    }
  }

  function deliver() {
    for (const { update, others } of underWay.splice(0)) for (const other of others) other.receive(update)
  }

  return {
    transport,
    deliver,
    /** How many updates were sent. */
    sent: () => sent,
    nextUpdate: () => new Promise((resolve) => (tellNext = resolve)),
  }
}
