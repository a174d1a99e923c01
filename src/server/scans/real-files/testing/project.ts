import { expect } from 'vitest'
import { listDependencies } from '#contract/operations/dependencies.ts'
import { getFinding, listFindings } from '#contract/operations/findings.ts'
import { exportSbom, getSbomExport } from '#contract/operations/sbom.ts'
import { listSecrets } from '#contract/operations/secrets.ts'
import { triage } from '#contract/operations/triage.ts'
import { importVex } from '#contract/operations/vex.ts'
import type { TestService } from '#server/testing/service.ts'
import { sharedService } from '../../rescan/testing/table.ts'
import { upload } from '../../testing/upload.ts'

/**
 * Makes projects for the tests of a file, which share a service: each test sends its files to a project of its own, and
 * reads what stands there, all through HTTP.
 */
export function projects(): () => Promise<Project> {
  const service = sharedService()
  let made = 0
  return async () => new Project(await service(), `acme/shop-${made++}`)
}

export class Project {
  readonly service: TestService
  readonly name: string
  #sent = 0

  constructor(service: TestService, name: string) {
    this.service = service
    this.name = name
  }

  /** Sends a file, a value as JSON, as the next commit's scan, which must be taken; what the service answers. */
  async send(file: unknown, query: Record<string, string> = {}) {
    const { status, body } = await this.#send(file, query)
    expect(body).toMatchObject({ report: {} })
    expect(status).toBe(201)
    return body
  }

  /** Sends a file that must be refused; the sentence that says why. */
  async refused(file: unknown, query: Record<string, string> = {}): Promise<string> {
    const { status, text } = await this.#send(file, query)
    expect(status).toBe(400)
    return JSON.parse(text).detail
  }

  #send(file: unknown, query: Record<string, string>) {
    this.#sent++
    return upload(this.service, file, { project: this.name, commit: `c0ffee${this.#sent}`, ...query })
  }

  /** The findings in code, in the order in which they came. */
  async code() {
    const query = { repos: this.name, page_size: 3000 }
    const { body } = await this.service.call(listFindings, { query })
    return (body.sastFindings?.findings ?? []).toSorted((a, b) => a.id - b.id)
  }

  /** The findings in packages, in the order in which they came. */
  async vulnerabilities() {
    const query = { repos: this.name, page_size: 3000, issue_type: 'sca' }
    const { body } = await this.service.call(listFindings, { query })
    return (body.scaFindings?.findings ?? []).toSorted((a, b) => a.id - b.id)
  }

  /** The secrets, in the order in which they came. */
  async secrets() {
    const { body } = await this.service.call(listSecrets, { query: { repo: this.name } })
    return body.findings.toSorted((a, b) => Number(a.id) - Number(b.id))
  }

  /** The page of a finding, of whichever list. */
  async finding(id: number | string) {
    return (await this.service.call(getFinding, { path: { id } })).body
  }

  /** The dependencies; `bounds` select them as the search of a package does. */
  async dependencies(bounds: Bounds | null = null) {
    const packageFilters = bounds ? [{ exactNameMatch: true, ...bounds }] : []
    const dependencyFilter = { repositoryId: [await this.id()], packageFilters }
    const { body } = await this.service.call(listDependencies, { body: { pageSize: 1000, dependencyFilter } })
    return body.dependencies
  }

  /** The dependencies as `ecosystem name version`, sorted. */
  async packages(bounds: Bounds | null = null): Promise<string[]> {
    const listed = await this.dependencies(bounds)
    return listed
      .map(({ ecosystem, name, version }) => [ecosystem, name, version].filter(Boolean).join(' '))
      .toSorted()
  }

  /** Imports a VEX document; what the answer says of each statement. */
  async vex(document: unknown, product?: string) {
    const body = Buffer.from(JSON.stringify(document))
    const query = { project: this.name, ...(product === undefined ? {} : { product }) }
    return (await this.service.call(importVex, { query, body })).body.results
  }

  /** Sets findings to ignored, false positive. */
  async ignore(type: 'sast' | 'sca', ids: number[]): Promise<void> {
    const ignored = { new_triage_state: 'ignored', new_triage_reason: 'false_positive' } as const
    const body = { issue_type: type, issue_ids: ids, ...ignored }
    expect((await this.service.call(triage, { body })).status).toBe(200)
  }

  /** The bill of materials as JSON: CycloneDX 1.5, if no other format is asked for. */
  async bom(formatVersion?: BomFormat) {
    const body = { repositoryId: String(await this.id()), ...(formatVersion ? { formatVersion } : {}) }
    const { taskToken } = (await this.service.call(exportSbom, { body })).body
    await this.service.services.jobs.settled()
    const { downloadUrl } = (await this.service.call(getSbomExport, { path: { taskToken } })).body
    const { pathname } = new URL(downloadUrl ?? 'http://none/')
    return JSON.parse((await this.service.send('GET', pathname, { token: null })).text)
  }

  /** The project's id in requests. */
  async id(): Promise<number> {
    const { id } = await this.service.services.database.read
      .selectFrom('project')
      .select('id')
      .where('name', '=', this.name)
      .executeTakeFirstOrThrow()
    return id
  }
}

interface BomFormat {
  format: 'SBOM_FORMAT_CYCLONEDX' | 'SBOM_FORMAT_SPDX'
  version: string
}

interface Bounds {
  name: string
  versionLowerBound?: string
  versionUpperBound?: string
  exactVersion?: string
}
