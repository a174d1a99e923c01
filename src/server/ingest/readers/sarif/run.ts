import { ByteStore } from '../../json/byte-store.ts'
import type { ResultCount } from '../../reader.ts'
import type { ReportedFlowStep } from '../../report.ts'
import { at, count, name, objects } from '../../values.ts'
import { SarifPlaces } from './places.ts'
import { type SarifRule, sarifRule } from './rule.ts'

const mostExtensions = 200

/** `tool.driver` or one of `tool.extensions`. */
export class SarifComponent {
  name: string | null = null
  guid: string | null = null
  version: string | null = null
  readonly rules: (SarifRule | null)[] = []
  readonly byId = new Map<string, SarifRule>()
  readonly byGuid = new Map<string, SarifRule>()

  setName(title: string | null): void {
    this.name = title
  }

  setGuid(guid: string | null): void {
    this.guid = guid
  }

  /** `version` counts before `semanticVersion`, whichever comes first. */
  setVersion(version: string | null, leading: boolean): void {
    if (version !== null && (leading || this.version === null)) this.version = version
  }

  addRule(descriptor: unknown): void {
    const rule = sarifRule(descriptor)
    this.rules.push(rule)
    if (rule && !this.byId.has(rule.id)) this.byId.set(rule.id, rule)
    if (rule?.guid) this.byGuid.set(rule.guid, rule)
  }
}

/** What one run says, kept until all of it has been read. */
export class SarifRun {
  readonly index: number
  readonly driver = new SarifComponent()
  readonly extensions: SarifComponent[] = []
  readonly results = new ByteStore()
  readonly places = new SarifPlaces()
  readonly flowLocations: unknown[] = []
  /** Steps made of `flowLocations` once each: thousands of results may point to one. */
  readonly flowSteps = new Map<number, ReportedFlowStep[]>()
  readonly count: ResultCount
  /** CWE titles by number, where the run brings the taxonomy. */
  readonly cweTitles = new Map<string, string>()
  readonly invocations: unknown[] = []
  provenance: readonly unknown[] = []
  #automationId: string | null = null
  resultsElsewhere = 0
  /** Whether it has a list of results, be it empty. */
  listsResults = false
  /** `logicalLocations`, to which results point by index. */
  readonly logicalLocations: unknown[] = []

  constructor(index: number, count: ResultCount) {
    this.index = index
    this.count = count
  }

  /** Answers a sentence past the bound, as a route's `begin` does. */
  addExtension(): string | undefined {
    if (this.extensions.length >= mostExtensions) return `a run has more than ${mostExtensions} extensions`
    this.extensions.push(new SarifComponent())
    return undefined
  }

  setAutomationDetails(details: unknown): void {
    this.#automationId = name(at(details, 'id'))
  }

  setProvenance(provenance: readonly unknown[]): void {
    this.provenance = provenance
  }

  lastExtension(): SarifComponent {
    return this.extensions.at(-1) ?? this.driver
  }

  /** The rules of the driver and its extensions. */
  *rules(): Generator<SarifRule> {
    for (const component of [this.driver, ...this.extensions])
      for (const rule of component.rules) if (rule) yield rule
  }

  addTaxonomy(taxonomy: unknown): void {
    if (!/^cwe$/i.test(name(at(taxonomy, 'name')) ?? '')) return
    for (const taxon of objects(at(taxonomy, 'taxa'))) {
      const id = name(taxon['id'])?.replace(/^cwe-/i, '')
      const title = name(taxon['name']) ?? name(at(taxon, 'shortDescription', 'text'))
      if (id && title && !/^cwe-?\d+$/i.test(title)) this.cweTitles.set(id, title)
    }
  }

  /** The rule a result names, by index, id, guid, or the part of a hierarchical id that is known. */
  ruleOf(result: unknown): SarifRule | null {
    const reference = at(result, 'rule')
    const component = this.#componentOf(at(reference, 'toolComponent'))
    const id = name(at(result, 'ruleId')) ?? name(at(reference, 'id'))
    const index = count(at(reference, 'index')) ?? count(at(result, 'ruleIndex'))
    const indexed = index === null ? null : (component.rules[index] ?? null)
    if (indexed && (id === null || id === indexed.id || id.startsWith(`${indexed.id}/`))) return indexed
    const guid = name(at(reference, 'guid'))
    for (const each of [component, this.driver, ...this.extensions]) {
      const found = id === null ? null : (each.byId.get(id) ?? each.byId.get(id.replace(/\/[^/]*$/, '')))
      if (found) return found
      const named = guid === null ? null : each.byGuid.get(guid)
      if (named) return named
    }
    return null
  }

  #componentOf(reference: unknown): SarifComponent {
    const index = count(at(reference, 'index'))
    const guid = name(at(reference, 'guid'))
    const title = name(at(reference, 'name'))
    const byName = this.extensions.find(
      (each) => (guid !== null && each.guid === guid) || (title !== null && each.name === title),
    )
    return (index === null ? null : this.extensions[index]) ?? byName ?? this.driver
  }

  /**
   * `automationDetails.id` without its last part where that names one run (it holds a digit, as dates and numbers
   * do): `nightly/2024-01-31` and `nightly/` are `nightly`, `ci/backend` stays. Source: SARIF 2.1.0, 3.17.3.
   */
  category(): string | null {
    const id = this.#automationId
    if (id === null) return null
    const cut = id.lastIndexOf('/')
    if (cut <= 0) return id
    return cut === id.length - 1 || /\d/.test(id.slice(cut + 1)) ? id.slice(0, cut) : id
  }
}
