/** One event of a stream. `name` is empty for a message that carries only an id or nothing but a sign of life. */
export interface StreamEvent {
  name: string
  data: unknown
  id: string | undefined
}

/**
 * Reads server-sent events out of pieces of text as they come. Data that is no JSON counts as none.
 * Source: WHATWG HTML, "Server-sent events".
 */
export function createEventReader(): (piece: string) => StreamEvent[] {
  let rest = ''
  return (piece) => {
    const messages = `${rest}${piece}`.replace(/\r\n?/g, '\n').split('\n\n')
    rest = messages.pop() ?? ''
    return messages.map(readMessage)
  }
}

function readMessage(message: string): StreamEvent {
  const read: StreamEvent = { name: '', data: undefined, id: undefined }
  const data: string[] = []
  for (const line of message.split('\n')) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') read.name = value
    else if (field === 'id') read.id = value
    else if (field === 'data') data.push(value)
  }
  try {
    read.data = data.length > 0 ? JSON.parse(data.join('\n')) : undefined
  } catch {
    read.data = undefined
  }
  return read
}
