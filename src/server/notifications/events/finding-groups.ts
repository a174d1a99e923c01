import { severities } from '#contract/vocabulary.ts'
import { findingTypes, fromCode, severities as storedSeverities } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textOfFinding } from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { findingUrl } from '#server/findings/export/addresses.ts'
import { type FindingInMessage, oneLine } from '../message.ts'
import type { Origin } from './origin.ts'

/** More events of a scan are one summary. */
export const maxSingleMessages = 50
/** How many findings a summary lists, the most severe. */
const listedInSummary = 10
const rowsPerRead = 5000

/** Findings with the same scan or change. */
export interface FindingGroup {
  /** The id of the scan or change, or what else the findings have in common; 0 without one. */
  key: number
  count: number
  severities: Partial<Record<string, number>>
  /** The most severe findings, at most `maxSingleMessages`. */
  ids: number[]
}

interface GroupedRow {
  id: number
  type: number
  severity: number
  first_seen_scan_id: number
}

/** Groups findings: one statement for each 5,000. `keyOf` returns the scan, the change, or what else they have in common. */
export async function groupFindings(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
  keyOf: (row: GroupedRow) => number,
): Promise<FindingGroup[]> {
  const groups = new Map<number, { count: number; bySeverity: number[]; ids: number[][] }>()
  for (let from = 0; from < ids.length; from += rowsPerRead) {
    const rows = await reader
      .selectFrom('finding')
      .select(['id', 'type', 'severity', 'first_seen_scan_id'])
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', valuesOf(ids.slice(from, from + rowsPerRead)))
      .orderBy('id')
      .execute()
    for (const row of rows) {
      const key = keyOf(row)
      const group = groups.get(key) ?? { count: 0, bySeverity: [], ids: [] }
      groups.set(key, group)
      group.count++
      group.bySeverity[row.severity] = (group.bySeverity[row.severity] ?? 0) + 1
      const own = group.ids[row.severity] ?? []
      group.ids[row.severity] = own
      if (own.length < maxSingleMessages) own.push(row.id)
    }
  }
  return [...groups].map(([key, group]) => ({
    key,
    count: group.count,
    severities: countsByName(group.bySeverity),
    ids: group.ids
      .toReversed()
      .flatMap((own) => own ?? [])
      .slice(0, maxSingleMessages),
  }))
}

const countsByName = (byCode: readonly number[]) =>
  Object.fromEntries(
    severities.flatMap((name) => {
      const count = byCode[storedSeverities.indexOf(name)] ?? 0
      return count > 0 ? [[name, count]] : []
    }),
  )

/** Adds up groups, to summarize them as one. */
export function mergeGroups(groups: readonly FindingGroup[]): FindingGroup {
  const total: FindingGroup = {
    key: groups.length === 1 ? (groups[0]?.key ?? 0) : 0,
    count: 0,
    severities: {},
    ids: [],
  }
  for (const { count, severities: own, ids } of groups) {
    total.count += count
    for (const [name, number = 0] of Object.entries(own))
      total.severities[name] = (total.severities[name] ?? 0) + number
    total.ids.push(...ids)
  }
  total.ids = total.ids.slice(0, maxSingleMessages)
  return total
}

/** The findings that a summary lists. */
export const listedIds = ({ ids }: FindingGroup): number[] => ids.slice(0, listedInSummary)

/** "12 critical, 300 high". */
export const severitiesText = (counts: Partial<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count = 0]) => `${count.toLocaleString('en-US')} ${name}`)
    .join(', ')

/** Reads findings for messages, with one statement for each 500, by their ids. */
export async function readFindingsInMessages(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
  origin: Origin,
): Promise<Map<number, FindingInMessage>> {
  const found = new Map<number, FindingInMessage>()
  const distinct = [...new Set(ids)]
  for (let from = 0; from < distinct.length; from += 500) {
    const rows = await reader
      .selectFrom('finding')
      .innerJoin('rule', (on) =>
        on.onRef('rule.deployment_id', '=', 'finding.deployment_id').onRef('rule.id', '=', 'finding.rule_id'),
      )
      .innerJoin('project', (on) =>
        on
          .onRef('project.deployment_id', '=', 'finding.deployment_id')
          .onRef('project.id', '=', 'finding.project_id'),
      )
      .innerJoin('ref', (on) =>
        on.onRef('ref.deployment_id', '=', 'finding.deployment_id').onRef('ref.id', '=', 'finding.ref_id'),
      )
      .select([
        'finding.id',
        'finding.type',
        'finding.severity',
        'finding.path',
        'finding.line',
        'finding.package',
        'finding.package_version',
        'finding.advisory',
        'rule.path as rule',
        textOfFinding('title').as('title'),
        'project.name as project',
        'ref.name as ref',
      ])
      .where('finding.deployment_id', '=', deploymentId)
      .where('finding.id', 'in', valuesOf(distinct.slice(from, from + 500)))
      .execute()
    for (const row of rows) {
      const type = fromCode(findingTypes, row.type)
      found.set(row.id, {
        id: row.id,
        issue_type: type,
        severity: fromCode(storedSeverities, row.severity),
        rule: row.rule,
        title: oneLine(row.title ?? row.rule.split('.').at(-1) ?? row.rule),
        project: row.project,
        ref: row.ref,
        path: row.path,
        line: row.line,
        package: row.package === null ? null : [row.package, row.package_version].filter(Boolean).join('@'),
        advisory: row.advisory,
        url: findingUrl(origin, type, row.id),
      })
    }
  }
  return found
}
