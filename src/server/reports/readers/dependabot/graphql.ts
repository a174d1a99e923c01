import { ReadFault, startOfFile } from '../../input/fault.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import { asList, asName, asObject, asObjects, getIn, type JsonObject } from '../../values/json-values.ts'

/** The alerts of a repository in answers of GraphQL, each of which is a page. Source: docs/formats.md#dependabot. */
export class GraphQlAnswer {
  /** The `data` of an answer. */
  readonly route: Route
  readonly #add: (value: TakenValue, alert: JsonObject | null) => void
  #pages = 0
  #pagesWithAlerts = 0
  #hasPrevious = false
  #hasNext = false

  /** @param add called with each alert in the words of the REST API, null for what is no object */
  constructor(add: (value: TakenValue, alert: JsonObject | null) => void) {
    this.#add = add
    const nodes: Route = { list: { take: (value) => add(value, alertIn(value, value.parse())) } }
    const pageInfo: Route = { take: (value) => this.#setPosition(value.parse()) }
    const alerts: Route = {
      object: new Map<string, Route>([
        ['nodes', nodes],
        ['pageInfo', pageInfo],
      ]),
      begin: () => void this.#beginAlerts(),
    }
    const repository: Route = { object: new Map([['vulnerabilityAlerts', alerts]]) }
    this.route = {
      object: new Map([['repository', repository]]),
      begin: () => {
        this.#pages += 1
        return undefined
      },
    }
  }

  /** Adds the alerts of an answer that was read whole. */
  addPage(value: TakenValue, data: unknown): void {
    this.#pages += 1
    const alerts = asObject(getIn(data, 'repository', 'vulnerabilityAlerts'))
    if (!alerts) return
    this.#beginAlerts()
    this.#setPosition(alerts['pageInfo'])
    for (const node of asList(alerts['nodes'])) this.#add(value, alertIn(value, node))
  }

  /** Whether there are alerts before the first page, or after the last one. */
  get isPartial(): boolean {
    return this.#hasPrevious || this.#hasNext
  }

  /** Throws `ReadFault` if an answer is of another question. */
  requireAlerts(): void {
    if (this.#pages === this.#pagesWithAlerts) return
    const problem = 'this answer of GraphQL has no `vulnerabilityAlerts` of a repository'
    throw new ReadFault(problem, startOfFile, '/data/repository')
  }

  #beginAlerts(): void {
    this.#pagesWithAlerts += 1
    this.#hasNext = false
  }

  #setPosition(pageInfo: unknown): void {
    if (this.#pagesWithAlerts === 1) this.#hasPrevious = getIn(pageInfo, 'hasPreviousPage') === true
    this.#hasNext = getIn(pageInfo, 'hasNextPage') === true
  }
}

function alertIn(value: TakenValue, given: unknown): JsonObject | null {
  const node = asObject(given)
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
    created_at: node['createdAt'],
    dismissed_at: node['dismissedAt'],
    auto_dismissed_at: node['autoDismissedAt'],
    dismissed_by: node['dismisser'],
    dismissed_reason: node['dismissReason'],
    dismissed_comment: node['dismissComment'],
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
  if (typeof node['autoDismissedAt'] === 'string') return 'auto_dismissed'
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
