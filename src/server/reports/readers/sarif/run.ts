import type { ReaderOptions, ResultCount } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import type { ReportedFlowStep } from '../../report/report.ts'
import { asCount, asName, getIn } from '../../values/json-values.ts'
import { SarifLocations } from './locations.ts'
import { type SarifRule, sarifRule } from './rule.ts'
import { SarifTaxa, SarifTaxonomies } from './taxonomies.ts'
import { messageStringsOf } from './texts.ts'

const maxExtensions = 200

/** `tool.driver` or one of `tool.extensions`. */
export class SarifComponent {
  name: string | null = null
  guid: string | null = null
  version: string | null = null
  readonly rules: (SarifRule | null)[] = []
  readonly byId = new Map<string, SarifRule>()
  readonly byGuid = new Map<string, SarifRule>()
  readonly taxa = new SarifTaxa()
  /** The texts of its messages by their ids, and those of each of its notifications. */
  messageStrings: ReadonlyMap<string, string> = new Map()
  readonly notifications: ReadonlyMap<string, string>[] = []
  readonly notificationsById = new Map<string, ReadonlyMap<string, string>>()
  readonly #isSarif: boolean

  constructor(isSarif: boolean) {
    this.#isSarif = isSarif
  }

  setName(title: string | null): void {
    this.name = title
  }

  setGuid(guid: string | null): void {
    this.guid = guid
  }

  /** `version` takes precedence over `semanticVersion`, regardless of their order. */
  setVersion(version: string | null, leading: boolean): void {
    if (version !== null && (leading || this.version === null)) this.version = version
  }

  addRule(descriptor: unknown): void {
    const rule = sarifRule(descriptor, { isSarif: this.#isSarif })
    this.rules.push(rule)
    if (rule && !this.byId.has(rule.id)) this.byId.set(rule.id, rule)
    if (rule?.guid) this.byGuid.set(rule.guid, rule)
  }

  setMessageStrings(strings: unknown): void {
    this.messageStrings = messageStringsOf(strings)
  }

  addNotification(descriptor: unknown): void {
    const id = asName(getIn(descriptor, 'id'))
    const strings = messageStringsOf(getIn(descriptor, 'messageStrings'))
    this.notifications.push(strings)
    if (id !== null && !this.notificationsById.has(id)) this.notificationsById.set(id, strings)
  }
}

/** The content of one run, stored until all of it has been read. */
export class SarifRun {
  readonly index: number
  /** Whether its results come from SARIF, and not from another format in its words. */
  readonly isSarif: boolean
  readonly driver: SarifComponent
  readonly extensions: SarifComponent[] = []
  readonly results = new ByteStore()
  readonly places = new SarifLocations()
  readonly flowLocations: unknown[] = []
  /** Steps from `flowLocations`, built once each: thousands of results may refer to one. */
  readonly flowSteps = new Map<number, ReportedFlowStep[]>()
  readonly count: ResultCount
  readonly taxonomies = new SarifTaxonomies()
  readonly invocations: unknown[] = []
  provenance: readonly unknown[] = []
  #automationId: string | null = null
  resultsElsewhere = 0
  /** Whether it has a list of results, even if empty. */
  listsResults = false
  /** `logicalLocations`, which results refer to by index. */
  readonly logicalLocations: unknown[] = []

  constructor(
    index: number,
    { count, checkout }: Pick<ReaderOptions, 'count' | 'checkout'>,
    isSarif = false,
  ) {
    this.index = index
    this.isSarif = isSarif
    this.driver = new SarifComponent(isSarif)
    this.count = count
    if (checkout !== null) this.places.roots.addFolder('checkout', { uri: checkout })
  }

  /** Returns a sentence above the limit, like a route's `begin`. */
  addExtension(): string | undefined {
    if (this.extensions.length >= maxExtensions) return `a run has more than ${maxExtensions} extensions`
    this.extensions.push(new SarifComponent(this.isSarif))
    return undefined
  }

  setAutomationDetails(details: unknown): void {
    this.#automationId = asName(getIn(details, 'id'))
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

  /** A text of the tool by its id. Source: SARIF 2.1.0, 3.19.22. */
  messageString(id: string): string | null {
    for (const component of [this.driver, ...this.extensions]) {
      const text = component.messageStrings.get(id)
      if (text !== undefined) return text
    }
    return null
  }

  /** The texts of the descriptor of a notification by their ids. */
  notificationStrings(reference: unknown): ReadonlyMap<string, string> | undefined {
    const component = this.#componentOf(getIn(reference, 'toolComponent'))
    const indexed = component.notifications[asCount(getIn(reference, 'index')) ?? -1]
    return indexed ?? component.notificationsById.get(asName(getIn(reference, 'id')) ?? '')
  }

  /** The weaknesses in a list of relationships or taxa. */
  weaknesses(references: unknown): string[] {
    return references === undefined ? [] : this.taxonomies.weaknesses(references, this)
  }

  /** Adds weaknesses that rules name by parts of the file that may come after them. */
  completeRules(): void {
    for (const rule of this.rules())
      rule.cweNames = [...new Set([...rule.cweNames, ...this.weaknesses(rule.relationships)])]
  }

  /** The rule of a result, by index, id, guid, or the known part of a hierarchical id. */
  ruleOf(result: unknown): SarifRule | null {
    const reference = getIn(result, 'rule')
    const component = this.#componentOf(getIn(reference, 'toolComponent'))
    const id = asName(getIn(result, 'ruleId')) ?? asName(getIn(reference, 'id'))
    const index = asCount(getIn(reference, 'index')) ?? asCount(getIn(result, 'ruleIndex'))
    const indexed = index === null ? null : (component.rules[index] ?? null)
    if (indexed && (id === null || id === indexed.id || id.startsWith(`${indexed.id}/`))) return indexed
    const guid = asName(getIn(reference, 'guid'))
    for (const each of [component, this.driver, ...this.extensions]) {
      const component = id === null ? null : (each.byId.get(id) ?? each.byId.get(id.replace(/\/[^/]*$/, '')))
      if (component) return component
      const named = guid === null ? null : each.byGuid.get(guid)
      if (named) return named
    }
    return null
  }

  #componentOf(reference: unknown): SarifComponent {
    const index = asCount(getIn(reference, 'index'))
    const guid = asName(getIn(reference, 'guid'))
    const title = asName(getIn(reference, 'name'))
    const byName = this.extensions.find(
      (each) => (guid !== null && each.guid === guid) || (title !== null && each.name === title),
    )
    return (index === null ? null : this.extensions[index]) ?? byName ?? this.driver
  }

  /**
   * `automationDetails.id` without its last part if that identifies a single run (it contains a digit, like dates and
   * numbers): `nightly/2024-01-31` and `nightly/` are `nightly`, `ci/backend` is kept. Source: SARIF 2.1.0, 3.17.3.
   */
  category(): string | null {
    const id = this.#automationId
    if (id === null) return null
    const slash = id.lastIndexOf('/')
    if (slash <= 0) return id
    return slash === id.length - 1 || /\d/.test(id.slice(slash + 1)) ? id.slice(0, slash) : id
  }
}
