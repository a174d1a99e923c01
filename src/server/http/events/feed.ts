import type { Change } from '#server/changes/change-services.ts'
import { type Message, MessageBuilder } from './message.ts'

/** Changes within this many milliseconds are sent together. */
const debounce = 500

/**
 * The events of one deployment, in few messages: changes within half a second are sent together, so that a job of a
 * hundred thousand findings sends a few messages and not one per batch. Earlier events are in the change log.
 */
export class Feed {
  readonly #listeners = new Set<(message: Message) => void>()
  #sent: number
  #newest: number
  #pending: MessageBuilder | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #sentAt = Number.NEGATIVE_INFINITY

  /** @param now the deployment's change number. */
  constructor(now: number) {
    this.#sent = now
    this.#newest = now
  }

  /** The change number up to which everything was sent. */
  get sent(): number {
    return this.#sent
  }

  /** The newest change number. */
  get newest(): number {
    return this.#newest
  }

  add(change: Change) {
    this.#newest = Math.max(this.#newest, change.changeNumber)
    if (change.findings.length === 0 && change.events.length === 0 && !change.all) return
    this.#pending ??= new MessageBuilder()
    this.#pending.add(change)
    if (this.#timer) return
    const wait = this.#sentAt + debounce - performance.now()
    if (wait <= 0) this.#send()
    else this.#timer = setTimeout(() => this.#send(), wait)
  }

  /** Calls `listener` with every message from now on. Returns a function that stops it. */
  listen(listener: (message: Message) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close() {
    clearTimeout(this.#timer)
    this.#listeners.clear()
  }

  #send() {
    this.#timer = undefined
    const message = this.#pending?.message(this.#newest)
    this.#pending = undefined
    if (!message) return
    this.#sentAt = performance.now()
    this.#sent = message.id
    for (const listener of this.#listeners) listener(message)
  }
}
