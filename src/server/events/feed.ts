import type { Change, Said } from '#server/http/services.ts'

/** More ids than this are not told one by one. */
const idsAtMost = 200
/** So many messages are kept for those who come back. */
const keptAtMost = 500
/** Changes within so many milliseconds come together. */
const quiet = 500

/** What is sent at once, with the change number that it leads up to. */
export interface Message {
  id: number
  text: string
}

/** One event as it goes over the wire. Source: WHATWG HTML, "Server-sent events". */
const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * What happens in one deployment, told in few messages: changes within half a second come together, so that a job
 * of a hundred thousand findings is told a few times and not with each batch.
 */
export class Feed {
  readonly #listeners = new Set<(message: Message) => void>()
  #kept: Message[] = []
  /** The change number from which on everything is kept. */
  #floor: number
  #newest: number
  #pending: { ids: Set<number>; said: Map<string, Said> } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #toldAt = Number.NEGATIVE_INFINITY

  /** @param now the deployment's change number. */
  constructor(now: number) {
    this.#floor = now
    this.#newest = now
  }

  /** The change number up to which everything was told. */
  get told(): number {
    return this.#kept.at(-1)?.id ?? this.#floor
  }

  add(change: Change) {
    this.#newest = Math.max(this.#newest, change.changeNumber)
    if (change.findings.length === 0 && change.said.length === 0) return
    this.#pending ??= { ids: new Set(), said: new Map() }
    for (const id of change.findings) this.#pending.ids.add(id)
    for (const said of change.said) this.#pending.said.set(`${said.event} ${said.id ?? ''}`, said)
    if (this.#timer) return
    const wait = this.#toldAt + quiet - performance.now()
    if (wait <= 0) this.#tell()
    else this.#timer = setTimeout(() => this.#tell(), wait)
  }

  /** Hears every message from now on. Gives the way to stop. */
  listen(listener: (message: Message) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What was told after a change number; null where not all of it is kept any more, or the number is none of ours. */
  since(last: number): Message[] | null {
    if (last < this.#floor || last > this.#newest) return null
    return this.#kept.filter((message) => message.id > last)
  }

  close() {
    clearTimeout(this.#timer)
    this.#listeners.clear()
  }

  #tell() {
    this.#timer = undefined
    const pending = this.#pending
    this.#pending = undefined
    if (!pending) return
    this.#toldAt = performance.now()
    const change = this.#newest
    const { ids, said } = pending
    const found =
      ids.size === 0
        ? ''
        : event('finding.changed', {
            count: ids.size,
            ...(ids.size <= idsAtMost ? { ids: [...ids] } : {}),
            change,
          })
    const others = [...said.values()].map((one) => event(one.event, { id: one.id ?? null, change }))
    // The id comes with the last event alone: whoever is cut off in between is told all of it again.
    const events = [found, ...others]
      .join('')
      .replace(/(event: [^\n]*\ndata: [^\n]*\n\n)$/, `id: ${change}\n$1`)
    const message = { id: change, text: events }
    this.#kept.push(message)
    if (this.#kept.length > keptAtMost) {
      this.#floor = this.#kept[0]?.id ?? this.#floor
      this.#kept = this.#kept.slice(1)
    }
    for (const listener of this.#listeners) listener(message)
  }
}
