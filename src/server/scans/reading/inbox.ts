import type { MessagePort } from 'node:worker_threads'

/** The messages of a port, received one at a time. */
export class Inbox<Message> {
  readonly #come: Message[] = []
  #wake: () => void = () => undefined

  constructor(port: MessagePort) {
    port.on('message', (message: Message) => {
      this.#come.push(message)
      this.#wake()
    })
  }

  /** Waits for the next message. */
  async next(): Promise<Message> {
    for (;;) {
      const next = this.#come.shift()
      if (next !== undefined) return next
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
