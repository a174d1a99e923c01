import { asName, asObject, asObjects, getIn, type JsonObject } from '#server/reports/values/json-values.ts'
import { asJustification, riskAccepted, type VexStatus, vexStatuses } from '../vocabulary.ts'
import { type StatedProduct, StatementCollector, type VexDocument } from './document.ts'
import { asPurl, firstInstant, idsOf, joinTexts, labelOf, own, statedPackage } from './values.ts'

/** Whether a document is OpenVEX, of any version. */
export const isOpenVex = (document: JsonObject): boolean =>
  [own(document, '@context')]
    .flat()
    .some((one) => typeof one === 'string' && /^https:\/\/openvex\.dev\/ns\b/.test(one))

type Spoken = Omit<StatedProduct, 'label' | 'package' | 'product' | 'isWhole'>

/** Reads OpenVEX 0.0.1 to 0.2.0: earlier versions name vulnerabilities and products by texts. */
export function readOpenVex(document: JsonObject): VexDocument {
  const collector = new StatementCollector()
  for (const [at, statement] of asObjects(document['statements']).entries()) {
    const spoken = spokenBy(statement, at + 1, document)
    for (const place of placesOf(statement)) collector.add({ ...spoken, ...place })
  }
  return {
    format: 'openvex',
    formatName: 'OpenVEX',
    id: labelOf(own(document, '@id')),
    author: asName(document['author'], 200),
    at: firstInstant(document['last_updated'], document['timestamp']),
    products: collector.products,
  }
}

function spokenBy(statement: JsonObject, number: number, document: JsonObject): Spoken {
  const vulnerability = statement['vulnerability']
  const status = vexStatuses.find((one): one is VexStatus => one === statement['status']) ?? null
  const action = statement['action_statement']
  return {
    statement: number,
    ...idsOf(
      asObject(vulnerability) === null
        ? [vulnerability]
        : [
            getIn(vulnerability, 'name') ?? lastPart(getIn(vulnerability, '@id')),
            ...[getIn(vulnerability, 'aliases')].flat(),
          ],
    ),
    status,
    justification: asJustification(statement['justification']),
    detail: joinTexts([statement['impact_statement'], action, statement['status_notes']]),
    acceptsRisk: status === 'affected' && action === riskAccepted,
    at: firstInstant(
      statement['last_updated'],
      statement['timestamp'],
      document['last_updated'],
      document['timestamp'],
    ),
  }
}

const lastPart = (value: unknown) =>
  typeof value === 'string' ? value.slice(value.lastIndexOf('/') + 1) : value

type Place = Pick<StatedProduct, 'label' | 'package' | 'product' | 'isWhole'>

/**
 * The packages of a statement: its subcomponents in each product, else the products themselves. One after the other, as
 * a small document can have many of them.
 */
function* placesOf(statement: JsonObject): Generator<Place> {
  const products = listOf(statement['products'])
  if (products.length === 0) yield { label: null, package: null, product: null, isWhole: false }
  const shared = listOf(statement['subcomponents'])
  for (const product of products) {
    const own = listOf(getIn(product, 'subcomponents'))
    const purl = purlIn(product)
    if (own.length === 0 && shared.length === 0)
      yield { label: labelIn(product), package: statedPackage(purl), product: purl, isWhole: true }
    for (const parts of [own, shared]) {
      for (const part of parts)
        yield { label: labelIn(part), package: statedPackage(purlIn(part)), product: purl, isWhole: false }
    }
  }
}

/** What stands alone counts as a list of it: subcomponents that are passed over would make a statement about the whole product. */
const listOf = (value: unknown): readonly unknown[] => [value ?? []].flat()

function purlIn(component: unknown): string | null {
  if (typeof component === 'string') return asPurl(component)
  return asPurl(getIn(component, 'identifiers', 'purl')) ?? asPurl(getIn(component, '@id'))
}

const labelIn = (component: unknown): string | null =>
  purlIn(component) ?? labelOf(typeof component === 'string' ? component : getIn(component, '@id'))
