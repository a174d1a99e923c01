import { ReadFault, startOfFile } from '../../input/fault.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import { asName, asObject, asObjects, getIn, type JsonObject } from '../../values/json-values.ts'

/** The alerts of a repository in an answer of GraphQL. Source: docs/formats.md#dependabot. */
export class GraphQlAnswer {
  readonly route: Route
  #isThere = false
  #hasAlerts = false

  /**
   * @param add called with each alert in the words of the REST API, null for what is no object
   * @param addPartial called if the answer is one of several pages
   */
  constructor(add: (value: TakenValue, alert: JsonObject | null) => void, addPartial: () => void) {
    const nodes: Route = { list: { take: (value) => add(value, alertIn(value)) } }
    const pageInfo: Route = {
      take: (value) => {
        const page = value.parse()
        if (getIn(page, 'hasNextPage') === true || getIn(page, 'hasPreviousPage') === true) addPartial()
      },
    }
    const alerts: Route = {
      object: new Map<string, Route>([
        ['nodes', nodes],
        ['pageInfo', pageInfo],
      ]),
      begin: () => {
        this.#hasAlerts = true
        return undefined
      },
    }
    const repository: Route = { object: new Map([['vulnerabilityAlerts', alerts]]) }
    this.route = {
      object: new Map([['repository', repository]]),
      begin: () => {
        this.#isThere = true
        return undefined
      },
    }
  }

  /** Throws `ReadFault` if the answer is of another question. */
  requireAlerts(): void {
    if (!this.#isThere || this.#hasAlerts) return
    const problem = 'this answer of GraphQL has no `vulnerabilityAlerts` of a repository'
    throw new ReadFault(problem, startOfFile, '/data/repository')
  }
}

function alertIn(value: TakenValue): JsonObject | null {
  const node = asObject(value.parse())
  const alert = node && alertOfNode(node)
  if (alert && !asObject(alert['security_advisory']))
    throw value.fault('this Dependabot alert has no advisory', '/securityVulnerability/advisory')
  return alert
}

/** A node of `vulnerabilityAlerts` in the words of the REST API. */
function alertOfNode(node: JsonObject): JsonObject {
  const vulnerability = asObject(node['securityVulnerability']) ?? {}
  const advisory = asObject(node['securityAdvisory']) ?? asObject(vulnerability['advisory'])
  const found = vulnerability['package']
  return {
    state: asName(node['state'], 50)?.toLowerCase() ?? stateOf(node),
    dependency: {
      package: found,
      manifest_path: node['vulnerableManifestPath'],
      relationship: asName(node['dependencyRelationship'], 50)?.toLowerCase(),
      // `= 4.17.1`, as far as the manifest pins one version.
      version: /^=+ ?([^\s,|]+)$/.exec(asName(node['vulnerableRequirements'], 200) ?? '')?.[1],
    },
    security_vulnerability: {
      package: found,
      severity: vulnerability['severity'],
      first_patched_version: vulnerability['firstPatchedVersion'],
    },
    ...(advisory ? { security_advisory: advisoryOf(advisory) } : {}),
  }
}

/** Queries without the state ask for when an alert ended. */
function stateOf(node: JsonObject): string {
  if (typeof node['fixedAt'] === 'string') return 'fixed'
  return typeof node['dismissedAt'] === 'string' ? 'dismissed' : 'open'
}

function advisoryOf(advisory: JsonObject): JsonObject {
  const identifiers = asObjects(advisory['identifiers'])
  const idOf = (type: string) => identifiers.find((each) => each['type'] === type)?.['value']
  const ratings = asObject(advisory['cvssSeverities'])
  return {
    ghsa_id: advisory['ghsaId'] ?? idOf('GHSA'),
    cve_id: idOf('CVE'),
    identifiers,
    summary: advisory['summary'],
    description: advisory['description'],
    severity: advisory['severity'],
    references: advisory['references'],
    cvss: ratingOf(advisory['cvss']),
    cvss_severities: { cvss_v3: ratingOf(ratings?.['cvssV3']), cvss_v4: ratingOf(ratings?.['cvssV4']) },
    epss: advisory['epss'],
    cwes: asObjects(getIn(advisory, 'cwes', 'nodes')).map((cwe) => ({ cwe_id: cwe['cweId'] })),
  }
}

function ratingOf(cvss: unknown): JsonObject | undefined {
  const rating = asObject(cvss)
  return rating ? { score: rating['score'], vector_string: rating['vectorString'] } : undefined
}
