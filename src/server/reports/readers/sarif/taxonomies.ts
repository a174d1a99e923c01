import { asCount, asName, asObject, asObjects, getIn } from '../../values/json-values.ts'
import { cweNames } from '../../values/weaknesses.ts'

const maxTaxonomies = 200

/** The weaknesses of a tool component: one of `taxonomies`, or the taxa of a driver or an extension. */
export class SarifTaxa {
  /** The numbers of weaknesses by index; null for a taxon without one. */
  readonly ids: (string | null)[] = []
  readonly byGuid = new Map<string, string>()
  /** Titles by number. */
  readonly titles = new Map<string, string>()

  add(taxon: unknown): void {
    const id = asName(getIn(taxon, 'id'))?.replace(/^cwe-?/i, '') ?? null
    this.ids.push(id)
    if (id === null) return
    const guid = guidOf(taxon)
    if (guid !== null) this.byGuid.set(guid, id)
    const title = asName(getIn(taxon, 'name')) ?? asName(getIn(taxon, 'shortDescription', 'text'))
    if (title && !/^cwe-?\d+$/i.test(title)) this.titles.set(id, title)
  }
}

/** A tool component as far as references to taxa name it. */
export interface TaxonomyComponent {
  name: string | null
  guid: string | null
  taxa: SarifTaxa
}

const guidOf = (value: unknown) => asName(getIn(value, 'guid'), 100)?.toLowerCase() ?? null
const isCwe = (name: string | null) => name !== null && /cwe|common weakness enumeration/i.test(name)

/** The taxonomies of a run, to which rules and results refer by name, index or guid. */
export class SarifTaxonomies {
  readonly #components: TaxonomyComponent[] = []
  /** Weaknesses by the guid of their taxon, which names it by itself. */
  readonly #byGuid = new Map<string, string>()
  /** Of taxonomies that are not in the file; the tool says their names. */
  readonly #names = new Map<string, string>()

  add(taxonomy: unknown): void {
    if (this.#components.length >= maxTaxonomies) return
    const names = [asName(getIn(taxonomy, 'name')), asName(getIn(taxonomy, 'fullName'))]
    const name = names.find(isCwe) ?? names[0] ?? null
    const taxa = new SarifTaxa()
    this.#components.push({ name, guid: guidOf(taxonomy), taxa })
    if (!isCwe(name)) return
    for (const taxon of asObjects(getIn(taxonomy, 'taxa'))) taxa.add(taxon)
    for (const [guid, id] of taxa.byGuid) if (!this.#byGuid.has(guid)) this.#byGuid.set(guid, id)
  }

  /** An element of `supportedTaxonomies`. */
  addSupported(reference: unknown): void {
    const [guid, name] = [guidOf(reference), asName(getIn(reference, 'name'))]
    if (guid !== null && name !== null && this.#names.size < maxTaxonomies) this.#names.set(guid, name)
  }

  /** CWE titles by number. */
  titles(): ReadonlyMap<string, string> {
    return new Map(this.#components.flatMap(({ taxa }) => [...taxa.titles]))
  }

  /**
   * The weaknesses in a list of relationships or taxa.
   * @param others the tool's extensions, and the driver, to which a reference without a component refers.
   * Source: SARIF 2.1.0, 3.52 to 3.54.
   */
  weaknesses(
    references: unknown,
    others: { driver: TaxonomyComponent; extensions: readonly TaxonomyComponent[] },
  ): string[] {
    return asObjects(references).flatMap((each) => {
      const target = asObject(each['target']) ?? each
      const reference = getIn(target, 'toolComponent')
      const component = reference === undefined ? others.driver : this.#component(reference, others)
      const id = asName(target['id'])
      const name = asName(getIn(reference, 'name')) ?? this.#names.get(guidOf(reference) ?? '') ?? ''
      const guid = guidOf(target)
      const isWeakness = /cwe/i.test(`${name} ${id}`) || isCwe(name) || isCwe(component?.name ?? null)
      const named = guid === null ? undefined : this.#byGuid.get(guid)
      if (!isWeakness) return cweNames(named)
      const indexed = component?.taxa.ids[asCount(target['index']) ?? -1]
      return cweNames((id ?? indexed ?? named)?.replace(/^cwe-?/i, ''))
    })
  }

  #component(
    reference: unknown,
    { extensions }: { extensions: readonly TaxonomyComponent[] },
  ): TaxonomyComponent | undefined {
    const [guid, name, index] = [
      guidOf(reference),
      asName(getIn(reference, 'name')),
      asCount(getIn(reference, 'index')),
    ]
    const all = [...this.#components, ...extensions]
    const at = index ?? -1
    return (
      all.find((each) => guid !== null && each.guid?.toLowerCase() === guid) ??
      all.find((each) => name !== null && each.name === name) ??
      (isCwe(this.#components[at]?.name ?? null)
        ? this.#components[at]
        : (extensions[at] ?? this.#components[at]))
    )
  }
}
