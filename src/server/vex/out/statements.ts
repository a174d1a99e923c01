import { artifactOf } from '#server/base/purl.ts'
import { fromCode, ignoreEnds, statuses, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { unprocessable } from '#server/http/errors.ts'
import {
  advisoryIdsOf,
  type FindingRow,
  type FindingScope,
  packageKey,
  readFindings,
} from '../finding-rows.ts'
import { notedJustification } from '../note.ts'
import { purlInDistribution } from '../product.ts'
import type { Justification, VexStatus } from '../vocabulary.ts'

/** The most findings of one export. */
const maxFindings = 100_000

/**
 * What is known of a vulnerability in a package, least favorable first: it counts if the findings of one vulnerability
 * and package differ. `undecided` is what nobody has triaged, also if a scanner suppressed it.
 */
const kinds = ['fixing', 'undecided', 'reviewing', 'risk_accepted', 'false_positive', 'fixed'] as const
export type Kind = (typeof kinds)[number]

/** The status of each kind. An accepted risk is affected: accepting it does not make it harmless. */
export const statusOf: Readonly<Record<Kind, VexStatus>> = {
  fixing: 'affected',
  undecided: 'under_investigation',
  reviewing: 'under_investigation',
  risk_accepted: 'affected',
  false_positive: 'not_affected',
  fixed: 'fixed',
}

/** One vulnerability in one artifact of a version of a package. */
export interface Statement {
  /** The common id of the vulnerability, and others that it has. */
  name: string
  aliases: string[]
  ecosystem: string
  package: string
  version: string
  /** As a scan gave it, else by the distribution that it named; null without either. */
  purl: string | null
  kind: Kind
  /** Only of a false positive. */
  justification: Justification | null
  /** The recommended upgrade, `package@version`. */
  upgrade: string | null
  /** Whether people ignored it everywhere in this package, for whatever reason. */
  isIgnored: boolean
  /** Whether that ends when a scan reports a fix: an ignore file would keep the scan from it. */
  isUntilFix: boolean
  /** When the first of them is reopened, milliseconds since 1970; null for never. */
  ignoredUntil: number | null
  /** Whether it is `undecided` or `fixed` by scans alone. */
  isTriaged: boolean
  /** When this became known, milliseconds since 1970. */
  at: number
}

interface Group extends Statement {
  ids: Map<string, string>
}

/**
 * Reads the statements of a ref: one for each vulnerability and artifact of a version of a package, by name and package. Findings of
 * several tools are one if they share an id.
 * @throws HttpError 422 if there are too many findings.
 */
export async function readStatements(reader: Reader, scope: FindingScope): Promise<Statement[]> {
  const groups = new Map<string, Group>()
  let count = 0
  for await (const row of readFindings(reader, scope)) {
    count += 1
    if (count > maxFindings) throw unprocessable([{ parameter: 'ref', detail: tooManyFindings }])
    addFinding(groups, row)
  }
  const keyed = [...new Set(groups.values())].map((group) => {
    const statement = named(group)
    const { name, ecosystem, package: of, version, purl } = statement
    return { key: JSON.stringify([name, ecosystem, of, version, purl]), statement }
  })
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ statement }) => statement)
}

const tooManyFindings = `The ref has more than ${maxFindings.toLocaleString('en-US')} supply-chain findings, which is the limit of a VEX export.`

/** @param groups by package, version, artifact and id of the vulnerability. */
function addFinding(groups: Map<string, Group>, row: FindingRow): void {
  const ids = new Map(advisoryIdsOf(row).map((id) => [id.toUpperCase(), id]))
  let group = groupOf(row, ids)
  const { ecosystem, package: of, version, purl } = group
  const place = `${packageKey(ecosystem, of)} ${version} ${artifactOf(purl)} `
  for (const id of ids.keys()) {
    const existing = groups.get(place + id)
    if (existing !== undefined && existing !== group) group = merge(existing, group)
  }
  for (const id of group.ids.keys()) groups.set(place + id, group)
}

function groupOf(row: FindingRow, ids: Map<string, string>): Group {
  const kind = kindOf(row)
  const isIgnored = fromCode(triageStates, row.triage_state) === 'ignored'
  const decidedAt = kind === 'undecided' ? row.created_at : (row.triaged_at ?? row.created_at)
  return {
    ids,
    name: '',
    aliases: [],
    ecosystem: row.ecosystem ?? '',
    package: row.package ?? '',
    version: row.package_version ?? '',
    purl: row.purl ?? purlInDistribution(row),
    kind,
    justification: kind === 'false_positive' ? notedJustification(row.triage_comment) : null,
    upgrade: row.upgrade,
    isIgnored,
    isUntilFix: isIgnored && fromCode(ignoreEnds, row.ignore_ends) === 'fix_available',
    ignoredUntil: row.ignored_until,
    isTriaged: kind !== 'undecided' && kind !== 'fixed',
    at: kind === 'fixed' ? row.state_updated_at : decidedAt,
  }
}

function merge(one: Group, other: Group): Group {
  const [worse, better] = kinds.indexOf(one.kind) <= kinds.indexOf(other.kind) ? [one, other] : [other, one]
  return Object.assign(one, {
    ids: new Map([...one.ids, ...other.ids]),
    // The same one of several, in whatever order they were found.
    purl: [one.purl, other.purl].filter((purl) => purl !== null).sort()[0] ?? null,
    kind: worse.kind,
    // Two false positives have one justification only if they agree.
    justification:
      better.kind !== worse.kind || one.justification === other.justification ? worse.justification : null,
    upgrade: worse.upgrade ?? better.upgrade,
    isIgnored: one.isIgnored && other.isIgnored,
    isUntilFix: one.isUntilFix || other.isUntilFix,
    ignoredUntil: earlier(one.ignoredUntil, other.ignoredUntil),
    isTriaged: one.isTriaged || other.isTriaged,
    at: Math.max(one.at, other.at),
  })
}

const earlier = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

function kindOf(row: FindingRow): Kind {
  if (fromCode(statuses, row.status) === 'fixed') return 'fixed'
  const triage = fromCode(triageStates, row.triage_state)
  if (triage === 'fixing' || triage === 'reviewing') return triage
  if (triage !== 'ignored') return 'undecided'
  const reason = fromCode(triageReasons, row.triage_reason)
  if (reason === 'false_positive') return 'false_positive'
  return reason === 'acceptable_risk' ? 'risk_accepted' : 'reviewing'
}

/** Names a vulnerability by its CVE, else by its GHSA, else by its first id, so that the name does not depend on the order of scans. */
function named({ ids, ...statement }: Group): Statement {
  const [name = 'unknown', ...aliases] = [...ids.values()].sort(
    (one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1),
  )
  return { ...statement, name, aliases }
}

const rankOf = (id: string) => (/^CVE-/i.test(id) ? 0 : /^GHSA-/i.test(id) ? 1 : 2)
