import { statusOfVersion } from '#server/base/versions/listed-versions.ts'
import { asName, asObjects, getIn, type JsonObject } from '#server/reports/values/json-values.ts'
import { asJustification, type VexStatus } from '../vocabulary.ts'
import {
  type StatedPackage,
  type StatedProduct,
  StatementCollector,
  type VexDocument,
  VexFault,
} from './document.ts'
import { asPurl, firstInstant, idsOf, joinTexts, labelOf, statedPackage } from './values.ts'

/** Whether a document is CycloneDX. */
export const isCycloneDx = (document: JsonObject): boolean => document['bomFormat'] === 'CycloneDX'

/** Source: CycloneDX 1.6, "vulnerability.analysis.state". */
const statusByState: Readonly<Record<string, VexStatus>> = {
  not_affected: 'not_affected',
  false_positive: 'not_affected',
  exploitable: 'affected',
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  in_triage: 'under_investigation',
}

/** What the references of a document lead to. */
interface Components {
  purls: ReadonlyMap<string, string>
  /** The component that the document describes. */
  root: { ref: string | null; purl: string | null }
}

/**
 * Reads the analyses of CycloneDX 1.4 to 1.7 in JSON.
 * @throws VexFault if it has too many statements, or no list of vulnerabilities.
 */
export function readCycloneDx(document: JsonObject): VexDocument {
  if (!Array.isArray(document['vulnerabilities']))
    throw new VexFault('the CycloneDX document has no `vulnerabilities`, so that it says nothing about any')
  const issued = getIn(document['metadata'], 'timestamp')
  const components = componentsIn(document)
  const collector = new StatementCollector()
  for (const [at, vulnerability] of asObjects(document['vulnerabilities']).entries()) {
    const spoken = spokenBy(vulnerability, at + 1, issued)
    for (const place of placesOf(vulnerability, spoken.status, components))
      collector.add({ ...spoken, ...place })
  }
  const authors = asObjects(getIn(document['metadata'], 'authors')).map(({ name }) => name)
  const makers = ['manufacturer', 'manufacture', 'supplier'].map((key) =>
    getIn(document['metadata'], key, 'name'),
  )
  return {
    format: 'cyclonedx',
    formatName: 'CycloneDX',
    id: labelOf(document['serialNumber']),
    author: [...authors, ...makers].flatMap((name) => asName(name, 200) ?? [])[0] ?? null,
    at: firstInstant(issued),
    products: collector.products,
  }
}

type Spoken = Omit<StatedProduct, 'label' | 'package' | 'product' | 'isWhole'>

function spokenBy(vulnerability: JsonObject, number: number, issued: unknown): Spoken {
  const analysis = vulnerability['analysis']
  const state = getIn(analysis, 'state')
  const status =
    typeof state === 'string' && Object.hasOwn(statusByState, state) ? statusByState[state] : undefined
  const responses = [getIn(analysis, 'response')].flat()
  const said = joinTexts([getIn(analysis, 'detail')])
  return {
    statement: number,
    ...idsOf([vulnerability['id'], ...asObjects(vulnerability['references']).map(({ id }) => id)]),
    status: status ?? null,
    justification: asJustification(getIn(analysis, 'justification')),
    // A false positive is its own explanation; `not_affected` needs one.
    detail: state === 'false_positive' ? (said ?? 'False positive.') : said,
    acceptsRisk: status === 'affected' && responses.includes('will_not_fix'),
    at: firstInstant(getIn(analysis, 'lastUpdated'), getIn(analysis, 'firstIssued'), issued),
  }
}

type Place = Pick<StatedProduct, 'label' | 'package' | 'product' | 'isWhole' | 'isSubject'>

function placesOf(vulnerability: JsonObject, status: VexStatus | null, components: Components): Place[] {
  const affects = asObjects(vulnerability['affects'])
  if (affects.length === 0) return [{ label: null, package: null, product: null, isWhole: false }]
  return affects.map((affected) => {
    const ref = typeof affected['ref'] === 'string' ? affected['ref'] : ''
    const inner = ref.startsWith('urn:cdx:') ? fragmentOf(ref) : ref
    const { root } = components
    if (inner !== '' && inner === root.ref) {
      const whole = { package: statedPackage(root.purl), product: root.purl, isWhole: true }
      return root.purl === null
        ? { ...whole, label: labelOf(ref), isSubject: true }
        : { ...whole, label: root.purl }
    }
    const purl = components.purls.get(inner) ?? asPurl(inner)
    return {
      label: purl ?? labelOf(ref),
      package: statedPackage(purl, versionsOf(affected['versions'], status)),
      product: root.purl,
      isWhole: false,
    }
  })
}

/** The most versions and ranges of a statement; the others do not count. */
const maxVersions = 500

/**
 * The versions that a statement lists: null if it lists none. If it tells unaffected ones from others, a statement that
 * is not about affected ones covers only these, and one that nothing is affected none that is called otherwise. Ranges
 * are read when a version is held against them.
 */
function versionsOf(value: unknown, status: VexStatus | null): StatedPackage['covers'] {
  if (!Array.isArray(value) || value.length === 0) return null
  const all = asObjects(value.slice(0, maxVersions))
  const isTold = status !== 'affected' && all.some((one) => one['status'] === 'unaffected')
  const listed = isTold || status !== 'not_affected' ? all : all.filter((one) => one['status'] === undefined)
  return (one, ecosystem) => {
    const of = statusOfVersion(listed, one, ecosystem)
    if (isTold && of.isUnsure) return null
    if (of.status === (isTold ? 'unaffected' : 'affected')) return true
    return of.isUnsure ? null : false
  }
}

/** The part of a BOM-Link that names a component. */
function fragmentOf(link: string): string {
  const hash = link.indexOf('#')
  try {
    return hash < 0 ? '' : decodeURIComponent(link.slice(hash + 1))
  } catch {
    return ''
  }
}

/** Every component with a package URL by its reference; the depth of the document is limited before. */
function componentsIn(document: JsonObject): Components {
  const purls = new Map<string, string>()
  const root = getIn(document['metadata'], 'component')
  const waiting: unknown[] = [...asObjects([root]), ...asObjects(document['components'])]
  for (let component = waiting.pop(); component !== undefined; component = waiting.pop()) {
    const ref = getIn(component, 'bom-ref')
    const purl = asPurl(getIn(component, 'purl'))
    if (typeof ref === 'string' && purl !== null) purls.set(ref, purl)
    for (const inner of asObjects(getIn(component, 'components'))) waiting.push(inner)
  }
  const ref = getIn(root, 'bom-ref')
  return {
    purls,
    root: { ref: typeof ref === 'string' ? ref : null, purl: asPurl(getIn(root, 'purl')) },
  }
}
