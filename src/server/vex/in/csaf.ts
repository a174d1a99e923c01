import { asName, asObject, asObjects, getIn, type JsonObject } from '#server/ingest/public.ts'
import { asJustification, riskAccepted, type VexStatus } from '../vocabulary.ts'
import {
  type StatedPackage,
  type StatedProduct,
  StatementCollector,
  type VexDocument,
  VexFault,
} from './document.ts'
import { asPurl, firstInstant, idsOf, joinTexts, labelOf, statedPackage } from './values.ts'
import { versionRange } from './version-range.ts'

/** Whether a document is CSAF 2.0 or 2.1. */
export const isCsaf = (document: JsonObject): boolean =>
  /^2\.\d$/.test(String(getIn(document['document'], 'csaf_version') ?? ''))

/** Source: CSAF 2.0, 3.2.3.9 "Product Status". */
const statusByGroup: Readonly<Record<string, VexStatus>> = {
  known_not_affected: 'not_affected',
  known_affected: 'affected',
  first_affected: 'affected',
  last_affected: 'affected',
  fixed: 'fixed',
  first_fixed: 'fixed',
  under_investigation: 'under_investigation',
}

type Place = Pick<StatedProduct, 'label' | 'package' | 'product' | 'isWhole'>

/**
 * Reads the product status of CSAF 2.0 and 2.1 documents, of any profile.
 * @throws VexFault if it has too many statements.
 */
export function readCsaf(document: JsonObject): VexDocument {
  const head = document['document']
  const products = productsIn(asObject(document['product_tree']) ?? {})
  const groups = groupsIn(asObject(document['product_tree']) ?? {})
  const at = firstInstant(getIn(head, 'tracking', 'current_release_date'))
  const collector = new StatementCollector()
  const budget = new Budget()
  for (const [number, vulnerability] of asObjects(document['vulnerabilities']).entries()) {
    const others = asObjects(vulnerability['ids']).map(({ text }) => text)
    const spoken = { statement: number + 1, ...idsOf([vulnerability['cve'], ...others]), at }
    const explained = explanationsIn(vulnerability, groups, budget)
    for (const [group, status] of Object.entries(statusByGroup)) {
      for (const id of texts(getIn(vulnerability['product_status'], group))) {
        collector.add({
          ...spoken,
          status,
          ...explained(id, status),
          ...(products.get(id) ?? unknownProduct(id)),
        })
      }
    }
  }
  return {
    format: 'csaf',
    formatName: 'CSAF',
    id: labelOf(getIn(head, 'tracking', 'id')),
    author: asName(getIn(head, 'publisher', 'name'), 200),
    at,
    products: collector.products,
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const unknownProduct = (id: string): Place => ({
  label: labelOf(id),
  package: null,
  product: null,
  isWhole: false,
})

/** The products of a tree by id: from its list, its branches, and as parts of others. */
function productsIn(tree: JsonObject): Map<string, Place> {
  const products = new Map<string, Place>()
  const add = (product: unknown, range: unknown) => {
    const id = getIn(product, 'product_id')
    if (typeof id !== 'string') return
    const purl = asPurl(getIn(product, 'product_identification_helper', 'purl'))
    products.set(id, {
      label: purl ?? labelOf(getIn(product, 'name')),
      package: statedPackage(purl, rangeOf(range)),
      product: purl,
      isWhole: true,
    })
  }
  for (const product of asObjects(tree['full_product_names'])) add(product, null)
  const waiting = asObjects(tree['branches'])
  for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
    add(branch['product'], branch['category'] === 'product_version_range' ? branch['name'] : null)
    for (const inner of asObjects(branch['branches'])) waiting.push(inner)
  }
  for (const relationship of asObjects(tree['relationships'])) addPart(products, relationship)
  return products
}

/** A range of versions limits the package. */
function rangeOf(range: unknown): StatedPackage['covers'] {
  if (typeof range !== 'string') return null
  return (version, ecosystem) => versionRange(range, ecosystem)?.(version) ?? false
}

/** A product that is a part of another: the package is the part. */
function addPart(products: Map<string, Place>, relationship: JsonObject): void {
  const id = getIn(relationship['full_product_name'], 'product_id')
  const part = products.get(String(relationship['product_reference'] ?? ''))
  const whole = products.get(String(relationship['relates_to_product_reference'] ?? ''))
  if (typeof id !== 'string') return
  const label = labelOf(getIn(relationship['full_product_name'], 'name'))
  products.set(id, {
    label: part?.label ?? label,
    package: part?.package ?? null,
    product: whole?.product ?? null,
    isWhole: false,
  })
}

function groupsIn(tree: JsonObject): Map<string, string[]> {
  return new Map(
    asObjects(tree['product_groups']).flatMap((group): [string, string[]][] =>
      typeof group['group_id'] === 'string' ? [[group['group_id'], texts(group['product_ids'])]] : [],
    ),
  )
}

/** Limits what references to groups of products multiply. */
class Budget {
  #left = 1_000_000

  /** @throws VexFault if the document refers to more products than fit. */
  spend(count: number): void {
    this.#left -= count
    if (this.#left < 0) throw new VexFault('the document refers to more than a million products', true)
  }
}

type Explained = Pick<StatedProduct, 'justification' | 'detail' | 'acceptsRisk'>

/** What flags, impacts and remediations of a vulnerability say of each product. */
function explanationsIn(
  vulnerability: JsonObject,
  groups: ReadonlyMap<string, string[]>,
  budget: Budget,
): (id: string, status: VexStatus) => Explained {
  const byProduct = (list: readonly JsonObject[], text: string): Map<string, JsonObject> => {
    const found = new Map<string, JsonObject>()
    for (const each of list) {
      if (typeof each[text] !== 'string') continue
      const inGroups = texts(each['group_ids']).map((one) => groups.get(one) ?? [])
      for (const ids of [texts(each['product_ids']), ...inGroups]) {
        budget.spend(ids.length)
        for (const id of ids) if (!found.has(id)) found.set(id, each)
      }
    }
    return found
  }
  const flags = byProduct(asObjects(vulnerability['flags']), 'label')
  const impacts = byProduct(
    asObjects(vulnerability['threats']).filter(({ category }) => category === 'impact'),
    'details',
  )
  const remediations = byProduct(asObjects(vulnerability['remediations']), 'details')
  return (id, status) => {
    const remediation = remediations.get(id)?.['details']
    return {
      justification: status === 'not_affected' ? asJustification(flags.get(id)?.['label']) : null,
      detail: joinTexts(status === 'affected' ? [remediation] : [impacts.get(id)?.['details']]),
      acceptsRisk: status === 'affected' && remediation === riskAccepted,
    }
  }
}
