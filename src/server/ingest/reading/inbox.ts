import type { MessagePort } from 'node:worker_threads'

/** The messages of a port, taken one after the other. */
export class Inbox<Message> {
  readonly #come: Message[] = []
  #wake: () => void = () => undefined

  constructor(port: MessagePort) {
    port.on('message', (message: Message) => {
      this.#come.push(message)
      this.#wake()
    })
  }

  /** Waits for the next one. */
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
