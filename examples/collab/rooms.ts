/** The room that stands for a record, of one in which its edits stand: `postType/post:7` for `postType/post--edit:7`. */
export function roomOfRecord(room: string): string {
  return room.replace(/--edit(?=:|$)/, '')
}

/** The room of the relay that stands for the same as a topic of the signalling: `postType/post:7` for `postType/post-7`. */
export function roomOfTopic(topic: string): string {
  const [, type = topic, id = 'index'] = /^(.+)-([^-]+)$/.exec(topic) ?? []
  return roomOfRecord(id === 'index' ? type : `${type}:${id}`)
}
