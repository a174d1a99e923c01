/** An event of a stream; `open` for the first block, which has an id alone. */
export interface Told {
  event: string
  id: string
  data: Record<string, unknown>
}

/** Reads a stream of events, one event after the other. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Told> {
  let text = ''
  let id = ''
  const decoder = new TextDecoder()
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => {
            const [name = '', ...rest] = line.split(': ')
            return [name, rest.join(': ')] as const
          }),
      )
      text = text.slice(end + 2)
      id = fields.get('id') ?? id
      const event = fields.get('event')
      if (event !== undefined) yield { event, id, data: JSON.parse(fields.get('data') ?? '{}') }
      else if (fields.has('id')) yield { event: 'open', id, data: {} }
    }
  }
}
