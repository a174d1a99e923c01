import type { ChangeEvent } from '#server/changes/change-services.ts'

/** Above this number, ids are not listed individually. */
const maxIds = 200

/** A message to send, with the change number that it ends at. */
export interface Message {
  id: number
  text: string
}

/** One event as it goes over the wire. Source: WHATWG HTML, "Server-sent events". */
const blockOf = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Tells a client to reload everything. */
export const resetMessage = (change: number): Message => ({
  id: change,
  text: `id: ${change}\nevent: reset\ndata: {}\n\n`,
})

/** Merges the changes of a period: an event that occurs several times is sent once. */
export class MessageBuilder {
  readonly #findings = new Set<number>()
  readonly #events = new Map<string, ChangeEvent>()
  #all = false

  add(change: { findings: Iterable<number>; events: readonly ChangeEvent[]; all?: boolean }) {
    const { findings, events, all = false } = change
    this.#all ||= all
    for (const id of findings) this.#findings.add(id)
    for (const event of events) this.#events.set(`${event.event} ${event.id ?? ''}`, event)
  }

  /** @param change the change number that the message ends at. @returns null if there is nothing to send. */
  message(change: number): Message | null {
    if (this.#all) return resetMessage(change)
    const count = this.#findings.size
    const ids = count <= maxIds ? { ids: [...this.#findings] } : {}
    const blocks = [
      ...(count === 0 ? [] : [blockOf('finding.changed', { count, ...ids, change })]),
      ...[...this.#events.values()].map(({ event, id }) => blockOf(event, { id: id ?? null, change })),
    ]
    const last = blocks.pop()
    if (last === undefined) return null
    // Only the last event has the id: a client that is disconnected in between receives all of them again.
    return { id: change, text: `${blocks.join('')}id: ${change}\n${last}` }
  }
}
