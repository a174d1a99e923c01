/** An event of a stream. `name` is empty for a message that has only an id or is a keep-alive. */
export interface StreamEvent {
  name: string
  data: unknown
  id: string | undefined
}

/**
 * Creates a reader of server-sent events, which accepts chunks of text. Data that is not JSON is ignored. Source:
 * WHATWG HTML, "Server-sent events".
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
