import { distributionOfName } from '#contract/distributions.ts'
import { ecosystemOfName } from '#contract/ecosystems.ts'
import { type ReadVersion, versionOrder } from '#server/base/versions/order.ts'
import type { SkipCounter } from '../../report/run-builder.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { distributionIn } from '../../values/ecosystems.ts'
import { maxFixes } from '../../values/fix-versions.ts'
import {
  asList,
  asName,
  asNames,
  asObjects,
  asText,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { severityOfScore, severityOfWord } from '../../values/severity.ts'
import type { VulnerablePackage } from '../cyclonedx/package-run.ts'

/** Kernels of distributions have some thousand. */
const maxGroups = 10_000

/**
 * The vulnerabilities of a package: one for each group of advisories that describe the same.
 * @param path of the lockfile
 * @param leftOut receives what is not read of the package
 */
export function vulnerablePackages(found: unknown, path: string, leftOut: SkipCounter): VulnerablePackage[] {
  const name = asName(getIn(found, 'package', 'name')) ?? 'unknown'
  const version =
    asName(getIn(found, 'package', 'version')) ?? asName(getIn(found, 'package', 'commit')) ?? ''
  const ecosystem = asName(getIn(found, 'package', 'ecosystem'), 100)
  const advisories = new Map(
    asObjects(getIn(found, 'vulnerabilities')).map((each) => [asName(each['id']) ?? '', each]),
  )
  const groups = asObjects(getIn(found, 'groups'))
  const known = new Set(groups.flatMap(({ ids }) => asNames(ids)))
  const alone = [...advisories.keys()].filter((id) => id !== '' && !known.has(id))
  const all = [...groups, ...alone.map((id): JsonObject => ({ ids: [id] }))]
  if (all.length > maxGroups) leftOut.add(skipReasons.manyGroups, all.length - maxGroups)
  const violations = asList(getIn(found, 'license_violations')).length
  if (violations > 0) leftOut.add(skipReasons.licenseViolation, violations)
  return all.slice(0, maxGroups).flatMap((group) => {
    const members = asNames(group['ids']).flatMap((id): JsonObject[] => {
      const member = advisories.get(id)
      return member === undefined ? [] : [member]
    })
    const ids = sortedIds([group['ids'], group['aliases'], ...members.map(({ aliases }) => aliases)])
    const [id] = ids
    if (id === undefined) return []
    return {
      vulnerability: {
        id,
        description: descriptionOf(members),
        source: { url: `https://osv.dev/vulnerability/${encodeURIComponent(id)}` },
        ratings: ratingsOf(members, group['max_severity']),
        cwes: members.flatMap((each) => asNames(getIn(each, 'database_specific', 'cwe_ids'))),
        advisories: members.flatMap((each) => asObjects(each['references'])).slice(0, 100),
        references: ids.slice(1).map((other) => ({ id: other })),
      },
      severity: severityOf(members, group['max_severity']),
      affected: {
        ecosystem: ecosystemOfName(ecosystem),
        name,
        version,
        transitivity: 'unknown',
        path,
        distribution: distributionIn(ecosystem),
      },
      fixes: fixedVersions(members, { name, version, ecosystem }).map((fixed) => ({
        package: name,
        version: fixed,
      })),
      suppressed: false,
    }
  })
}

/** The ids in the order of OSV-Scanner, which displays the first: those of distributions, CVE, others, GHSA. */
function sortedIds(lists: readonly unknown[]): string[] {
  const ids = [...new Set(lists.flatMap((list) => (Array.isArray(list) ? asNames(list) : [])))]
  const rank = (id: string) => {
    const prefix = id.split('-')[0] ?? ''
    if (prefix === 'DSA' || prefix === 'USN') return 0
    return prefix === 'CVE' ? 1 : prefix === 'GHSA' ? 3 : 2
  }
  return ids.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

function descriptionOf(members: readonly JsonObject[]): string | null {
  const described = members.find(({ summary }) => asText(summary) !== null) ?? members[0]
  const texts = [asText(described?.['summary'], 1_000), asText(described?.['details'], 20_000)]
  const sentences = texts.filter((text) => text !== null)
  return sentences.length === 0 ? null : sentences.join('\n\n')
}

const methods: Readonly<Record<string, string>> = {
  CVSS_V2: 'CVSSv2',
  CVSS_V3: 'CVSSv31',
  CVSS_V4: 'CVSSv4',
}

/** The vectors of the advisories, and the highest score of the group where they have none. */
function ratingsOf(members: readonly JsonObject[], highest: unknown): JsonObject[] {
  const severities = members
    .flatMap((each) => [each, ...asObjects(each['affected']).slice(0, 50)])
    .flatMap((each) => asObjects(each['severity']))
  const ratings = severities.slice(0, 20).map(({ type, score }): JsonObject => {
    const method = methods[asName(type, 20) ?? '']
    // A distribution rates by a word.
    return method === undefined
      ? { method: 'other', severity: score, source: { name: type } }
      : { method, vector: score }
  })
  const score = Number(asName(highest, 10) ?? Number.NaN)
  return ratings.every(({ vector }) => vector === undefined) && score > 0
    ? [{ method: 'CVSSv31', score }, ...ratings]
    : ratings
}

function severityOf(members: readonly JsonObject[], highest: unknown) {
  const named = members.map((each) => severityOfWord(getIn(each, 'database_specific', 'severity')))
  return severityOfScore(asName(highest, 10)) ?? named.find((each) => each !== null) ?? null
}

interface OsvPackage {
  name: string
  version: string
  ecosystem: string | null
}

/**
 * The versions that the advisories name as fixed for this package: of the ranges with the installed version, else of
 * all.
 */
function fixedVersions(members: readonly JsonObject[], installed: OsvPackage): string[] {
  const ranges = members
    .flatMap((each) => asObjects(each['affected']))
    .slice(0, 500)
    .filter((each) => isSamePackage(each['package'], installed))
    .flatMap((each) => asObjects(each['ranges']))
    .filter(({ type }) => type !== 'GIT')
    .flatMap(({ events }) => linesOf(asObjects(events).slice(0, 500)))
  const order = versionOrder(installed.ecosystem ?? undefined)
  const version = order(installed.version)
  const own = ranges.filter((range) => version !== null && isIn(version, range, order))
  const fixed = (own.length > 0 ? own : ranges).flatMap((range) => range.fixed ?? [])
  return [...new Set(fixed)].slice(0, maxFixes)
}

/** Advisories have entries for packages of this name in other ecosystems and in other releases of a distribution. */
function isSamePackage(affected: unknown, { name, ecosystem }: OsvPackage): boolean {
  if (asName(getIn(affected, 'name')) !== name) return false
  const own = asName(getIn(affected, 'ecosystem'), 100)
  if (own === null || ecosystem === null || own.toLowerCase() === ecosystem.toLowerCase()) return true
  if (ecosystemOfName(own) !== ecosystemOfName(ecosystem)) return false
  const [one, other] = [distributionOfName(own), distributionOfName(ecosystem)]
  return (
    one?.namespace === other?.namespace && (!one?.release || !other?.release || one.release === other.release)
  )
}

interface Line {
  introduced: string
  fixed: string | null
}

/** The lines of a range: from each version that introduces a flaw to the one that fixes it. */
function linesOf(events: readonly JsonObject[]): Line[] {
  const lines: Line[] = []
  for (const event of events) {
    const [introduced, fixed] = [asName(event['introduced'], 200), asName(event['fixed'], 200)]
    const last = lines.at(-1)
    if (introduced !== null) lines.push({ introduced, fixed: null })
    if (fixed === null) continue
    if (last && last.fixed === null) last.fixed = fixed
    else lines.push({ introduced: '0', fixed })
  }
  return lines
}

/** `0` is before all versions. */
function isIn(
  version: ReadVersion,
  { introduced, fixed }: Line,
  order: (text: string) => ReadVersion | null,
) {
  const [from, to] = [order(introduced), fixed === null ? null : order(fixed)]
  if (introduced !== '0' && !(from && version.compare(from) >= 0)) return false
  return fixed === null || (to !== null && version.compare(to) < 0)
}
