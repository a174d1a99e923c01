import { sql } from 'kysely'
import { artifactOf } from '#server/base/purl.ts'
import { findingTypes, fromCode, severities, statuses, toCode, triageReasons } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textOfFinding } from '#server/db/rule-texts.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { ExportScope, ProjectPackages, Verdict, VulnerabilityVerdict } from './content.ts'

/** Most severe verdict first; it takes precedence if findings of one package differ. */
const verdicts: readonly Verdict[] = ['fixing', 'in_triage', 'will_not_fix', 'false_positive']

/**
 * Reads vulnerabilities from the supply-chain findings of the described refs, without fixed and removed ones and without
 * notes. `not_affected` is never claimed, since reachability alone does not prove it. Source: docs/api.md#sbom-exports.
 */
export async function readVulnerabilities(
  reader: Reader,
  scope: ExportScope,
  projects: readonly ProjectPackages[],
): Promise<VulnerabilityVerdict[]> {
  const rows = await findingRows(reader, scope)
  const packagePositions = packagePositionsOf(projects)
  /** By advisory and package. */
  const verdictsById = new Map<string, VulnerabilityVerdict>()
  for (const row of rows) {
    const project = packagePositions.get(row.project_id)
    if (project === undefined) continue
    for (const at of project.find(row)) {
      const key = JSON.stringify([row.name, project.at, at])
      const existing = verdictsById.get(key)
      const verdict = verdictOf(row.status, row.triage_reason)
      if (existing) {
        if (verdicts.indexOf(verdict) < verdicts.indexOf(existing.verdict)) existing.verdict = verdict
        continue
      }
      verdictsById.set(key, {
        id: row.name,
        severity: fromCode(severities, row.severity),
        cwes: cwesOf(row.cwe_json),
        verdict,
        affects: [{ project: project.at, at }],
      })
    }
  }
  return mergeVerdicts([...verdictsById.values()])
}

function findingRows(reader: Reader, scope: ExportScope) {
  const all = reader
    .selectFrom('finding')
    .innerJoin('rule', (join) =>
      join.onRef('rule.deployment_id', '=', 'finding.deployment_id').onRef('rule.id', '=', 'finding.rule_id'),
    )
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'finding.deployment_id').onRef('ref.id', '=', 'finding.ref_id'),
    )
    .leftJoin('finding_evidence as evidence', (join) =>
      join
        .onRef('evidence.deployment_id', '=', 'finding.deployment_id')
        .onRef('evidence.finding_id', '=', 'finding.id'),
    )
    .select([
      'evidence.purl',
      'finding.project_id',
      'finding.ecosystem',
      'finding.package',
      'finding.package_version',
      'finding.severity',
      'finding.status',
      'finding.triage_reason',
      textOfFinding<string>('cwe_json').as('cwe_json'),
      // A finding without an advisory is named by its rule in the tool.
      sql<string>`coalesce(finding.advisory, rule.tool_rule, rule.path)`.as('name'),
    ])
    .where('finding.deployment_id', '=', scope.deploymentId)
    .where('finding.type', '=', toCode(findingTypes, 'sca'))
    .where('finding.removed', '=', 0)
    .where('finding.status', '!=', toCode(statuses, 'fixed'))
  return (
    scope.projectId === null
      ? all.where('finding.on_primary', '=', 1)
      : all.where('finding.project_id', '=', scope.projectId).where('ref.name', '=', scope.ref)
  )
    .orderBy('name')
    .orderBy('finding.id')
    .execute()
}

/** The indexes of packages, by project. */
function packagePositionsOf(projects: readonly ProjectPackages[]) {
  // Advisories and lockfiles spell names of PyPI differently (PEP 503).
  const spelled = (ecosystem: string, name: string) =>
    ecosystem === 'pypi' ? name.toLowerCase().replace(/[-_.]+/g, '-') : name
  const key = (ecosystem: string, name: string, version: string) =>
    JSON.stringify([ecosystem, spelled(ecosystem, name), version])
  return new Map(
    projects.map(({ id, packages }, at) => {
      const positions = Map.groupBy(packages.keys(), (n) => {
        const one = packages[n]
        return one ? key(one.ecosystem, one.name, one.version) : ''
      })
      /** Of several artifacts the one of the finding, or all if none is. */
      const find = (row: FoundIn): (number | null)[] => {
        const all =
          positions.get(key(row.ecosystem ?? '', row.package ?? '', row.package_version ?? '')) ?? []
        const artifact = artifactOf(row.purl)
        const own = all.filter((n) => artifactOf(packages[n]?.purl ?? null) === artifact)
        return own.length > 0 ? own : all.length > 0 ? all : [null]
      }
      return [id, { at, find }]
    }),
  )
}

interface FoundIn {
  ecosystem: string | null
  package: string | null
  package_version: string | null
  purl: string | null
}

/** Merges the entries of one vulnerability and verdict into one entry with all packages. */
function mergeVerdicts(verdictsById: readonly VulnerabilityVerdict[]): VulnerabilityVerdict[] {
  const entries = new Map<string, VulnerabilityVerdict>()
  for (const one of verdictsById) {
    const key = JSON.stringify([one.id, one.verdict])
    const existing = entries.get(key)
    if (existing) {
      existing.affects.push(...one.affects)
      existing.cwes = [...new Set([...existing.cwes, ...one.cwes])].sort((a, b) => a - b)
    } else entries.set(key, one)
  }
  return [...entries.values()]
}

function verdictOf(status: number, reason: number | null): Verdict {
  const statusName = fromCode(statuses, status)
  if (statusName === 'fixing') return 'fixing'
  const why = statusName === 'ignored' ? fromCode(triageReasons, reason) : null
  if (why === 'false_positive') return 'false_positive'
  return why === 'acceptable_risk' ? 'will_not_fix' : 'in_triage'
}

/** The numbers in texts such as `CWE-79: Cross-site Scripting`. */
function cwesOf(json: string): number[] {
  // parse: the column holds a JSON array of strings, written by us.
  const numbers = parseStored<string[]>(json).flatMap((text) => /^CWE-(\d{1,6})\b/i.exec(text)?.[1] ?? [])
  return [...new Set(numbers.map(Number))].filter((number) => number > 0).sort((a, b) => a - b)
}
