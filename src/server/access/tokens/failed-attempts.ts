import type { FastifyRequest } from 'fastify'
import { recordAudit, updateAuditDetail } from '#server/audit/audit-log.ts'
import { record } from '#server/changes/change.ts'
import type { Database, Writer } from '#server/db/database.ts'
import type { FailedAttempt } from '#server/http/authenticator.ts'
import { HttpError } from '#server/http/errors.ts'
import { createWindows, type Windows, windowLength } from '#server/http/windows.ts'
import { UnusableToken } from './token.ts'

/** Failures of an address per minute that are answered with their own error. */
const failuresAMinute = 10
/** Similar failures within this time are one event of the audit log. */
const groupingWindow = 3600_000
/**
 * Maximum number of groups; further failures share one group, so that an attacker cannot fill the log by changing
 * addresses.
 */
const maxGroups = 100
/** The minimum interval between writes of counts. */
const writeEvery = 1000

/** Failures that form one event of the audit log. */
interface Group {
  deploymentId: number | null
  /** The address, since the person is unknown. */
  actor: string
  action: string
  target: string | null
  reason: string
  /** Milliseconds since 1970. */
  first: number
  last: number
  count: number
  /** The id of the audit event, once it is written. */
  id: number | null
}

/**
 * Counts failed tokens, cookies and sign-ins: by address, to rate-limit further attempts, and by kind for the audit
 * log. A count is written to the log within a second, and at the latest when the service stops.
 */
export class FailedAttempts {
  readonly #database: Database
  readonly #now: () => number
  readonly #windows: Windows
  readonly #groups = new Map<string, Group>()
  readonly #unwritten = new Set<Group>()
  #writing: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined
  #wroteAt = Number.NEGATIVE_INFINITY

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
    this.#windows = createWindows(database, 'failures')
  }

  /**
   * Records a failed attempt.
   * @returns the error to answer with: the original one, or 429 with `Retry-After` from the eleventh failure in a
   * minute.
   */
  async add(request: FastifyRequest, attempt: FailedAttempt): Promise<HttpError> {
    const now = this.#now()
    if (attempt.action !== null) this.#note(request.ip, attempt.action, attempt)
    const { start, count } = await this.#windows.add(request.ip, now)
    if (count <= failuresAMinute) return attempt.refusal
    return tooManyAttempts(Math.max(1, Math.ceil((start + windowLength - now) / 1000)))
  }

  /** Writes pending counts. */
  async settled(): Promise<void> {
    await this.#writing
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#write()
  }

  #note(address: string, action: string, { by, refusal: httpError, reason: given }: FailedAttempt) {
    const now = this.#now()
    const known = httpError instanceof UnusableToken ? httpError : null
    const token = known?.token ?? null
    const reason = given ?? known?.reason ?? `unknown ${by}`
    const key = JSON.stringify([action, address, reason, token?.id])
    const group = this.#groupOf(key, now, {
      deploymentId: token?.deployment_id ?? null,
      actor: address,
      action,
      target: token?.name ?? null,
      reason,
    })
    group.count += 1
    group.last = now
    this.#unwritten.add(group)
    this.#writeSoon()
  }

  #groupOf(key: string, now: number, groupFields: Omit<Group, 'first' | 'last' | 'count' | 'id'>): Group {
    for (const [old, { first }] of this.#groups) {
      // A time in the future was recorded before the clock was set back.
      if (first > now || first <= now - groupingWindow) this.#groups.delete(old)
    }
    const known = this.#groups.get(key)
    if (known) return known
    const others = `${groupFields.action} of others`
    if (this.#groups.size >= maxGroups && key !== others) {
      const more = {
        ...groupFields,
        deploymentId: null,
        actor: 'other addresses',
        target: null,
        reason: 'various',
      }
      return this.#groupOf(others, now, more)
    }
    const group = { ...groupFields, first: now, last: now, count: 0, id: null }
    this.#groups.set(key, group)
    return group
  }

  #writeSoon() {
    if (this.#timer !== undefined) return
    const wait = Math.max(0, this.#wroteAt + writeEvery - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#wroteAt = performance.now()
      this.#writing = this.#writing.then(() => this.#write())
    }, wait).unref()
  }

  async #write(): Promise<void> {
    const groups = [...this.#unwritten]
    this.#unwritten.clear()
    if (groups.length === 0) return
    try {
      const ids = await record(this.#database, async (transaction) => {
        const writtenIds: number[] = []
        for (const group of groups) writtenIds.push(await writeGroup(transaction, group))
        return writtenIds
      })
      for (const [index, id] of ids.entries()) Object.assign(groups[index] ?? {}, { id })
    } catch {
      // A failed write must not fail a request: the groups are written with the next failure.
      for (const group of groups) this.#unwritten.add(group)
    }
  }
}

/** Writes the event of a group, or updates its count, and returns the event's id. */
async function writeGroup(transaction: Writer, group: Group): Promise<number> {
  const { first, last, reason, count, id, ...groupFields } = group
  const detail = { reason, count, until: new Date(last).toISOString() }
  if (id === null) return recordAudit(transaction, { ...groupFields, at: first, detail })
  await updateAuditDetail(transaction, id, detail)
  return id
}

function tooManyAttempts(wait: number): HttpError {
  const seconds = String(wait)
  return new HttpError(429, `Too many failed attempts from this address. Try again in ${seconds} seconds.`, {
    // Requests with other credentials would still be answered, as the last header shows.
    headers: {
      'retry-after': seconds,
      'ratelimit-limit': String(failuresAMinute),
      'ratelimit-remaining': '0',
      'ratelimit-reset': seconds,
      'www-authenticate': 'Bearer',
    },
  })
}
