import { expect } from 'vitest'
import { evaluateGate } from '#contract/operations/gate.ts'
import { listPolicies, setRuleModes } from '#contract/operations/policies.ts'
import { patchProject, renameProject, splitProject } from '#contract/operations/projects.ts'
import { searchScans } from '#contract/operations/scans.ts'
import { triage } from '#contract/operations/triage.ts'
import type { CallOptions, ServiceCalls, TestService } from '#server/testing/service.ts'
import { upload } from '../../testing/upload.ts'
import type { Format, Run } from './formats/format.ts'
import { detailsOf, type Row, rowsOf } from './rows.ts'

/** How a finding stands: with a decision, open with an offer to take one over, or open. */
export type Outcome = 'ignored' | 'uncertain' | 'open'

export const main = 'refs/heads/main'
export const branch = 'refs/heads/feature'

export interface ScanPlace {
  ref?: string
  kind?: 'full' | 'diff'
  run?: Run
  /** Another one for each scan where it is left out. */
  commit?: string
  /** Somebody accepts that hardly anything is left. */
  accepted?: boolean
  category?: string | undefined
  /** What version control calls renamed. */
  renamedFiles?: readonly RenamedFile[]
}

export interface RenamedFile {
  from: string
  to: string
}

interface Decision {
  id: number
  note: string
}

/** A project that a scanner reports to, in a service of its own. */
export class TestProject<State, Service extends ServiceCalls = TestService> {
  readonly service: Service
  /** All that it was called, the newest first. */
  readonly #names: string[]
  /** The projects that were split off. */
  readonly #parts: string[] = []
  readonly #format: Format<State>
  readonly #newest = new Map<string, { state: State; run: Run; kind: 'full' | 'diff'; commit: string }>()
  readonly #decisions = new Map<string, Decision>()
  readonly #blocking = new Set<string>()
  #scans = 0

  constructor(service: Service, format: Format<State>, name = 'acme/shop') {
    this.service = service
    this.#format = format
    this.#names = [name]
  }

  get name(): string {
    return this.#names[0] ?? ''
  }

  /** Sends the scanner's report of a state. */
  async scan(state: State, place: ScanPlace = {}) {
    const { ref = main, kind = 'full', run = {}, accepted = this.#format.forgetsMoved ?? false } = place
    const { commit = commitOf(++this.#scans) } = place
    const query = {
      ...(accepted ? { accept_empty: 'true' } : {}),
      ...(place.category === undefined ? {} : { category: place.category }),
    }
    const report = this.#format.write(state, run)
    const { renamedFiles } = place
    const response = renamedFiles
      ? await this.send(formOf(renamedFiles, report), { ...place, commit }, query, { headers: formHeaders })
      : await this.send(report, { ...place, commit }, query)
    expect(response.status, response.text).toBeLessThan(300)
    this.#newest.set(ref, { state, run, kind, commit })
    return response.body
  }

  /** Sends a file as a scan of the project. */
  send(file: unknown, place: ScanPlace = {}, query: Record<string, string> = {}, options: CallOptions = {}) {
    const { ref = main, kind = 'full', commit = commitOf(++this.#scans) } = place
    this.service.clock.now += 60_000
    // Pipelines go on with a former name.
    const project = this.#names[this.#scans % this.#names.length] ?? ''
    return upload(this.service, file, { project, ref, kind, commit, ...query }, options)
  }

  /** Renames the project, whose former names keep meaning it. */
  async rename(name: string): Promise<void> {
    const response = await this.service.call(renameProject, {
      path: { projectName: this.name },
      body: { name },
    })
    expect(response.status, response.text).toBe(200)
    this.#names.unshift(name)
  }

  /** Makes a project of a folder, to which uploads for this one are sent on. */
  async split(folder: string, name: string): Promise<void> {
    const response = await this.service.call(splitProject, {
      path: { projectName: this.name },
      body: { path_prefix: folder, name },
    })
    expect(response.status, response.text).toBe(200)
    this.#parts.push(name)
  }

  /** Lets others be made from these refs, too. */
  async protect(refs: readonly string[]): Promise<void> {
    const response = await this.service.call(patchProject, {
      path: { projectName: this.name },
      body: { protected_refs: refs },
    })
    expect(response.status, response.text).toBe(200)
  }

  /** Whether a finding is the project's own, and not in one that was split off. */
  isOwn({ project }: Row): boolean {
    return project === this.name
  }

  /** The scans of the project, newest first. */
  async scans() {
    const { body } = await this.service.call(searchScans, { body: { repos: [this.name] } })
    return body.scans
  }

  async newestScan() {
    return (await this.scans())[0]
  }

  /** All findings of a ref, whatever became of them. */
  async rows(ref = main): Promise<Row[]> {
    return (await this.allRows()).filter((row) => row.ref === ref)
  }

  /** All findings of all refs, with those of the projects that were split off. */
  async allRows(): Promise<Row[]> {
    const rows: Row[] = []
    for (const name of [this.name, ...this.#parts])
      rows.push(...(await rowsOf(this.service, name, this.#format.issueTypes)))
    return rows
  }

  /**
   * The finding of each result of the newest report of a ref, by its truth. Each result has one; after a full scan
   * no other finding is there.
   */
  async found(ref = main): Promise<Map<string, Row>> {
    const newest = this.#newest.get(ref)
    if (!newest) throw new Error(`${ref} was not scanned`)
    const present = (await this.rows(ref)).filter(({ state }) => state === 'unresolved' || state === 'muted')
    const results = this.#format.results(newest.state, newest.run)
    const matches = new Map<string, Row>()
    for (const result of results) {
      const rows = present.filter((row) => result.isRow(row))
      expect(rows.length, `findings of the result "${result.truth}" on ${ref}`).toBe(1)
      if (rows[0]) matches.set(result.truth, rows[0])
    }
    if (newest.kind === 'full')
      expect(present.length, `findings that are there on ${ref}`).toBe(results.length)
    return matches
  }

  /** Ignores a flaw as a false positive, with a note. */
  async decide(truth: string, ref = main): Promise<Decision> {
    const row = (await this.found(ref)).get(truth)
    if (!row) throw new Error(`${truth} was not found`)
    return this.decideRow(truth, row)
  }

  /** Ignores a finding as a false positive, with a note. */
  async decideRow(truth: string, { id, issueType }: Row, note = `Looked at: ${truth}.`): Promise<Decision> {
    const response = await this.service.call(triage, {
      body: {
        issue_type: issueType,
        issue_ids: [id],
        new_triage_state: 'ignored',
        new_triage_reason: 'false_positive',
        new_note: note,
      },
    })
    expect(response.status, response.text).toBe(200)
    const decision = { id, note }
    this.#decisions.set(truth, decision)
    return decision
  }

  /** The newest decision on a flaw. */
  decisionOn(truth: string): Decision | undefined {
    return this.#decisions.get(truth)
  }

  /** The truths of the flaws of a ref's newest scan for which the gate fails, where every rule blocks. */
  async blocked(ref: string): Promise<string[]> {
    const matches = await this.found(ref)
    const { ids, reasons } = await this.gate(ref, [...matches.values()])
    expect(reasons).toEqual([])
    const blocked = [...matches].filter(([, { id }]) => ids.delete(id)).map(([truth]) => truth)
    expect([...ids], 'findings of the gate that are not in the scan').toEqual([])
    return blocked
  }

  /** The findings for which the gate fails on the newest scan of a ref, where every rule of these findings blocks. */
  async gate(ref: string, rows: readonly Row[]): Promise<{ ids: Set<number>; reasons: string[] }> {
    await this.#blockAll(rows)
    const { status, text, body } = await this.service.call(evaluateGate, {
      path: { projectName: this.name },
      body: { commit: this.#newest.get(ref)?.commit, ref },
    })
    expect(status, text).toBe(200)
    const ids = new Set(body.findings.flatMap(({ id, effect }) => (effect === 'block' ? [id] : [])))
    if (body.reasons.length === 0) expect(body.verdict).toBe(ids.size > 0 ? 'fail' : 'pass')
    return { ids, reasons: body.reasons.map(({ code }) => code) }
  }

  /** Lets the rules of findings block. */
  async #blockAll(rows: readonly Row[]): Promise<void> {
    const { service } = this
    const unset = rows.filter(({ rule }) => !this.#blocking.has(rule))
    if (unset.length === 0) return
    const { policies } = (await service.call(listPolicies)).body
    for (const [type, some] of Map.groupBy(unset, ({ issueType }) => issueType)) {
      const policy = policies.find(({ productType }) => productType === `PRODUCT_TYPE_${type.toUpperCase()}`)
      const rulePaths = [...new Set(some.map(({ rule }) => rule))]
      const body = { rulePaths, policyMode: 'MODE_BLOCK' }
      const response = await service.call(setRuleModes, { path: { policyId: policy?.id ?? '' }, body })
      expect(response.status, response.text).toBe(200)
      for (const rule of rulePaths) this.#blocking.add(rule)
    }
  }

  /** How a finding stands towards a decision on a flaw, that of its own where none is named. */
  async outcomeOf(row: Row, decided?: string): Promise<Outcome> {
    if (row.status === 'ignored' && row.triage === 'ignored') return 'ignored'
    if (row.uncertain) return 'uncertain'
    const { matches, uncertain } = await detailsOf(this.service, row.id)
    const offered = decided === undefined ? undefined : this.#decisions.get(decided)?.id
    const offers = matches.some(
      ({ kind, other }) => kind === 'candidate' && (offered === undefined || other?.id === offered),
    )
    return uncertain || offers ? 'uncertain' : 'open'
  }
}

const boundary = 'form-of-a-test'
const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` }

function formOf(renamedFiles: readonly RenamedFile[], report: unknown): string {
  const fields = { renamed_files: JSON.stringify(renamedFiles), report: textOf(report) }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

const textOf = (report: unknown) => (typeof report === 'string' ? report : JSON.stringify(report))

const commitOf = (number: number) => number.toString(16).padStart(40, '0')
