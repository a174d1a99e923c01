import { vexJustification } from '../vocabulary.ts'
import { type ExportedStatement, isoTime, jsonWithList, type Pieces, type VexExport } from './document.ts'
import { statusOf } from './statements.ts'
import { actionText, impactText } from './wording.ts'

const statusNames = {
  not_affected: 'known_not_affected',
  affected: 'known_affected',
  fixed: 'fixed',
  under_investigation: 'under_investigation',
} as const

const projectId = 'project'
const packageId = (number: number) => `package-${number}`
const productId = (number: number) => `project:package-${number}`

/** Writes CSAF 2.0 of the profile VEX. Source: CSAF 2.0, 4.5; products are packages as parts of the project. */
export function writeCsaf(document: VexExport): Pieces {
  const packages = [...new Map(document.statements.map((one) => [one.purl, one])).values()]
  const numbers = new Map(packages.map((one, at) => [one.purl, at + 1]))
  const members = { document: headOf(document), product_tree: treeOf(document, packages) }
  return jsonWithList(members, 'vulnerabilities', vulnerabilitiesOf(document, numbers))
}

function headOf({ id, at, version, organization, url, project, ref }: VexExport): object {
  const date = isoTime(at)
  return {
    category: 'csaf_vex',
    csaf_version: '2.0',
    lang: 'en',
    publisher: { category: 'vendor', name: organization, namespace: url },
    title: `Vulnerabilities in dependencies of ${project} (${ref})`,
    tracking: {
      current_release_date: date,
      generator: { date, engine: { name: 'Gatehouse', version } },
      id: `gatehouse-${id}`,
      initial_release_date: date,
      revision_history: [{ date, number: '1', summary: 'Exported.' }],
      status: 'final',
      version: '1',
    },
  }
}

function treeOf({ project, product }: VexExport, packages: readonly ExportedStatement[]): object {
  const nameOf = (one: ExportedStatement) => [one.package || 'unknown', one.version].filter(Boolean).join(' ')
  return {
    full_product_names: [
      { name: project, product_id: projectId, product_identification_helper: { purl: product } },
      ...packages.map((one, at) => ({
        name: nameOf(one),
        product_id: packageId(at + 1),
        product_identification_helper: { purl: one.purl },
      })),
    ],
    relationships: packages.map((one, at) => ({
      category: 'default_component_of',
      full_product_name: { name: `${nameOf(one)} in ${project}`, product_id: productId(at + 1) },
      product_reference: packageId(at + 1),
      relates_to_product_reference: projectId,
    })),
  }
}

function* vulnerabilitiesOf(
  { statements, project }: VexExport,
  numbers: ReadonlyMap<string, number>,
): Generator<object> {
  // The statements are ordered by name.
  let from = 0
  while (from < statements.length) {
    const name = statements[from]?.name ?? ''
    let to = from
    while (to < statements.length && statements[to]?.name === name) to += 1
    yield vulnerabilityOf(name, statements.slice(from, to), project, (one) =>
      productId(numbers.get(one.purl) ?? 0),
    )
    from = to
  }
}

type IdOf = (one: ExportedStatement) => string

function vulnerabilityOf(
  name: string,
  statements: readonly ExportedStatement[],
  project: string,
  idOf: IdOf,
): object {
  const ids = [...new Set([name, ...statements.flatMap(({ aliases }) => aliases)])]
  const cve = ids.find((id) => /^CVE-\d{4}-\d{4,}$/.test(id))
  const others = ids.filter((id) => id !== cve)
  const products = Object.groupBy(statements, (one) => statusNames[statusOf[one.kind]])
  const list = (some: readonly ExportedStatement[] = []) => [...new Set(some.map(idOf))]
  return {
    ...(cve === undefined ? {} : { cve }),
    ...(others.length > 0 ? { ids: others.map((text) => ({ system_name: systemOf(text), text })) } : {}),
    notes: [{ category: 'general', text: `Decisions about ${name} in dependencies of ${project}.` }],
    product_status: Object.fromEntries(
      Object.entries(products).map(([status, some]) => [status, list(some)]),
    ),
    ...impactsOf(products.known_not_affected ?? [], idOf),
    ...remediationsOf(products.known_affected ?? [], idOf),
  }
}

/** Flags for justifications that CSAF has, threats of category impact for others: each product needs one of them. */
function impactsOf(statements: readonly ExportedStatement[], idOf: IdOf): object {
  const flags = new Map<string, Set<string>>()
  const impacts = new Map<string, Set<string>>()
  for (const one of statements) {
    const label = one.justification === null ? null : vexJustification(one.justification)
    const [map, key] = label === null ? [impacts, impactText(one)] : [flags, label]
    map.set(key, (map.get(key) ?? new Set()).add(idOf(one)))
  }
  const entries = (map: Map<string, Set<string>>, key: string, more: object = {}) =>
    [...map].map(([value, ids]) => ({ ...more, [key]: value, product_ids: [...ids] }))
  return {
    ...(flags.size > 0 ? { flags: entries(flags, 'label') } : {}),
    ...(impacts.size > 0 ? { threats: entries(impacts, 'details', { category: 'impact' }) } : {}),
  }
}

function remediationsOf(statements: readonly ExportedStatement[], idOf: IdOf): object {
  if (statements.length === 0) return {}
  const byText = Object.groupBy(statements, (one) => JSON.stringify([remediationOf(one), actionText(one)]))
  return {
    remediations: Object.values(byText).flatMap((some = []) => {
      const [one] = some
      if (one === undefined) return []
      return {
        category: remediationOf(one),
        details: actionText(one),
        product_ids: [...new Set(some.map(idOf))],
      }
    }),
  }
}

function remediationOf({ kind, upgrade }: ExportedStatement): string {
  if (kind === 'risk_accepted') return 'no_fix_planned'
  return upgrade === null ? 'none_available' : 'vendor_fix'
}

/** The system that assigned an id, from its prefix. */
function systemOf(id: string): string {
  if (/^GHSA-/i.test(id)) return 'GitHub Security Advisory'
  return /^[A-Za-z]{2,20}(?=[-:])/.exec(id)?.[0] ?? 'unknown'
}
