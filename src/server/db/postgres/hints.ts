import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

export const hintChannel = 'gatehouse_change'

/** How long after a lost connection another one is opened, in milliseconds. Meanwhile changes are found by polling. */
const reconnectAfter = 1_000

/** Receives the hints of all processes on a connection of its own, from the first listener on. */
export class Hints {
  readonly #url: string
  readonly #listeners = new Set<(deploymentId: number) => void>()
  readonly #closing = new AbortController()
  #running: Promise<void> | null = null

  constructor(url: string) {
    this.#url = url
  }

  listen(listener: (deploymentId: number) => void) {
    this.#listeners.add(listener)
    this.#running ??= this.#run()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run() {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#receive().catch(() => undefined)
      await delay(reconnectAfter, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /** Receives until the connection ends. */
  async #receive() {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 5_000,
      application_name: 'gatehouse',
      keepAlive: true,
    })
    client.on('notification', ({ payload }) => {
      const deploymentId = Number(payload)
      if (Number.isSafeInteger(deploymentId)) for (const listener of this.#listeners) listener(deploymentId)
    })
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve)
      client.once('error', () => resolve())
      this.#closing.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    try {
      // The driver never settles `connect` of a client that is ended meanwhile.
      await Promise.race([listen(client), ended])
      await ended
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

async function listen(client: Client) {
  await client.connect()
  await client.query(`listen ${hintChannel}`)
}
