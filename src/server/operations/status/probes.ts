import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The header with which `gatehouse doctor` marks its request to the public URL. */
export const probeHeader = 'x-gatehouse-probe'

/** What arrived of a marked request. */
export interface ReceivedProbe {
  host: string | null
  forwardedProto: string | null
  hasAuthorization: boolean
  hasLastEventId: boolean
}

const lifetime = 60_000
const maxProbes = 10

/**
 * Remembers what arrives of marked requests, so that the owner of the machine sees what a proxy changes. Only marks that
 * were created over the socket are remembered, so that nobody else can use memory.
 */
export class Probes {
  readonly #now: () => number
  readonly #probes = new Map<string, { createdAt: number; received: ReceivedProbe | null }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Creates a mark. */
  create(): string {
    for (const [id, { createdAt }] of this.#probes)
      if (Math.abs(this.#now() - createdAt) > lifetime || this.#probes.size >= maxProbes)
        this.#probes.delete(id)
    const id = randomUUID()
    this.#probes.set(id, { createdAt: this.#now(), received: null })
    return id
  }

  /** Remembers a request if it has a known mark. */
  note({ headers }: FastifyRequest): void {
    const id = headers[probeHeader]
    const probe = typeof id === 'string' ? this.#probes.get(id) : undefined
    if (!probe) return
    const forwardedProto = headers['x-forwarded-proto']
    probe.received = {
      host: headers.host ?? null,
      forwardedProto: typeof forwardedProto === 'string' ? forwardedProto : null,
      hasAuthorization: headers.authorization !== undefined,
      hasLastEventId: headers['last-event-id'] !== undefined,
    }
  }

  /** What arrived with a mark; null if nothing did. */
  received(id: string): ReceivedProbe | null {
    return this.#probes.get(id)?.received ?? null
  }
}
