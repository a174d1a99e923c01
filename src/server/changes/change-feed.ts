import type { Database } from '#server/db/database.ts'
import type { Change } from './change-services.ts'
import { changesBetween } from './log.ts'

/** How often the database is asked for changes of other processes, in milliseconds. */
const pollInterval = 1_000

/** The deployments of this process with their newest change numbers. */
export interface KnownDeployments {
  all(): readonly { readonly id: number; readonly change_number: number }[]
  refresh(): Promise<void>
  touch(id: number, changeNumber: number): void
}

/**
 * Calls listeners with the changes of each deployment in the order of their numbers, those of other processes included.
 * A change of this process is passed on directly; the changes between are read from the log. Hints of other processes
 * shorten the wait for the next poll.
 */
export class ChangeFeed {
  readonly #database: Database
  readonly #deployments: KnownDeployments
  readonly #listeners = new Set<(change: Change) => void>()
  /** The number up to which the changes of each deployment were passed on. */
  readonly #passedOn = new Map<number, number>()
  readonly #following = new Map<number, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> | null = null
  #isStopped = false

  constructor(database: Database, deployments: KnownDeployments) {
    this.#database = database
    this.#deployments = deployments
    for (const { id, change_number } of deployments.all()) this.#passedOn.set(id, change_number)
    if (!database.isShared) return
    database.onHint((deploymentId) => void this.follow(deploymentId).catch(() => undefined))
    this.#timer = setInterval(() => this.#poll(), pollInterval).unref()
  }

  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Passes on a change that this process has committed. */
  add(change: Change): void {
    const { deploymentId, changeNumber } = change
    this.#deployments.touch(deploymentId, changeNumber)
    const before = this.#passedOn.get(deploymentId)
    if (!this.#database.isShared || before === changeNumber - 1) this.#passOn(change)
    else void this.follow(deploymentId).catch(() => undefined)
    this.#database.hint(deploymentId)
  }

  /** Passes on all changes that are committed now. Nothing to do if only this process writes. */
  follow(deploymentId: number): Promise<void> {
    if (!this.#database.isShared || this.#isStopped) return Promise.resolve()
    // A running one may have read the number before the latest commit.
    const last = this.#following.get(deploymentId) ?? Promise.resolve()
    const next = last.catch(() => undefined).then(() => this.#readLog(deploymentId))
    this.#following.set(deploymentId, next)
    const forget = () => {
      if (this.#following.get(deploymentId) === next) this.#following.delete(deploymentId)
    }
    next.then(forget, forget)
    return next
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#polling
    await Promise.allSettled(this.#following.values())
  }

  #poll() {
    this.#polling ??= this.#readNumbers()
      // The database cannot be reached: the next poll reads the changes that this one missed.
      .catch(() => undefined)
      .finally(() => {
        this.#polling = null
      })
  }

  async #readNumbers() {
    await this.#deployments.refresh()
    for (const { id, change_number } of this.#deployments.all()) {
      const before = this.#passedOn.get(id)
      if (before === undefined) this.#passedOn.set(id, change_number)
      else if (before < change_number) await this.follow(id)
    }
  }

  async #readLog(deploymentId: number): Promise<void> {
    const row = await this.#database.read
      .selectFrom('deployment')
      .select('change_number')
      .where('id', '=', deploymentId)
      .executeTakeFirst()
    if (!row) return
    const changeNumber = row.change_number
    this.#deployments.touch(deploymentId, changeNumber)
    const before = this.#passedOn.get(deploymentId) ?? changeNumber
    if (before >= changeNumber) {
      this.#passedOn.set(deploymentId, before)
      return
    }
    const changes = await changesBetween(this.#database.read, deploymentId, before, changeNumber)
    // Changes of this process may have been passed on meanwhile.
    if ((this.#passedOn.get(deploymentId) ?? 0) !== before) return this.#readLog(deploymentId)
    const { findings = new Set<number>(), events = [] } = changes ?? {}
    this.#passOn({ deploymentId, changeNumber, findings: [...findings], all: changes === null, events })
  }

  #passOn(change: Change) {
    this.#passedOn.set(change.deploymentId, change.changeNumber)
    for (const listener of this.#listeners) listener(change)
  }
}
