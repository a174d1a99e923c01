import { asName, asObject, asObjects, getIn, type JsonObject } from '#server/reports/values/json-values.ts'
import { asJustification, riskAccepted, type VexStatus } from '../vocabulary.ts'
import { productsIn, unknownProduct } from './csaf-products.ts'
import { type StatedProduct, StatementCollector, type VexDocument, VexFault } from './document.ts'
import { firstInstant, idsOf, joinTexts, labelOf } from './values.ts'

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
