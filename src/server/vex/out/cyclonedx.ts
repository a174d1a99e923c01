import { splitName } from '#server/base/purl.ts'
import { analysisJustification } from '../vocabulary.ts'
import { type ExportedStatement, isoTime, jsonWithList, type Pieces, type VexExport } from './document.ts'
import { actionText } from './wording.ts'

/**
 * Writes CycloneDX 1.6. The packages are parts of the described component and not `components`: those would be its
 * inventory, which this is not. Source: CycloneDX 1.6, "vulnerabilities".
 */
export function writeCycloneDx(document: VexExport): Pieces {
  const { project, ref, product, statements } = document
  const packages = new Map(statements.map((one) => [one.purl, one]))
  packages.delete(product)
  const members = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${document.id}`,
    version: 1,
    metadata: {
      timestamp: isoTime(document.at),
      tools: { components: [{ type: 'application', name: 'Gatehouse', version: document.version }] },
      component: {
        type: 'application',
        'bom-ref': product,
        name: project,
        purl: product,
        components: [...packages.values()].map(componentOf),
      },
      properties: [{ name: 'gatehouse:ref', value: ref }],
    },
  }
  return jsonWithList(members, 'vulnerabilities', vulnerabilitiesOf(statements))
}

function componentOf({ ecosystem, package: full, version, purl }: ExportedStatement): object {
  const { group, name } = splitName(ecosystem, full)
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: name || 'unknown',
    version,
    purl,
  }
}

function* vulnerabilitiesOf(statements: readonly ExportedStatement[]): Generator<object> {
  for (const one of statements) {
    yield {
      'bom-ref': `urn:uuid:${one.id}`,
      id: one.name,
      source: sourceOf(one.name),
      ...(one.aliases.length > 0
        ? { references: one.aliases.map((id) => ({ id, source: sourceOf(id) })) }
        : {}),
      analysis: { ...analysisOf(one), lastUpdated: isoTime(one.at) },
      affects: [{ ref: one.purl }],
    }
  }
}

function analysisOf(one: ExportedStatement): object {
  switch (one.kind) {
    case 'fixing':
      return { state: 'exploitable', response: ['update'], detail: actionText(one) }
    case 'risk_accepted':
      return { state: 'exploitable', response: ['will_not_fix'], detail: actionText(one) }
    case 'fixed':
      return { state: 'resolved' }
    case 'false_positive': {
      const justification = one.justification === null ? null : analysisJustification(one.justification)
      // Without an equal justification, the decision itself is what the document can say.
      return justification === null ? { state: 'false_positive' } : { state: 'not_affected', justification }
    }
    default:
      return { state: 'in_triage' }
  }
}

/** The database that assigned an id. */
function sourceOf(id: string): object {
  if (/^CVE-\d{4}-\d{4,19}$/i.test(id)) return { name: 'NVD', url: `https://nvd.nist.gov/vuln/detail/${id}` }
  if (/^GHSA(-[0-9a-z]{4}){3}$/i.test(id))
    return { name: 'GitHub', url: `https://github.com/advisories/${id}` }
  return { name: /^[A-Za-z]{2,20}(?=[-:])/.exec(id)?.[0] ?? 'unknown' }
}
