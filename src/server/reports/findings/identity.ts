import { hash } from 'node:crypto'
import type { ReportedFinding, ReportedLocation } from '../report/report.ts'

export type IdentityKey = {
  rulePath: string
  path: string | null
  /** The scanner's own fingerprint, unchanged. */
  fingerprint: string | null
  /** The source text that the rule matched. */
  matched: string | null
  message: string | null
}

/** The placeholder for fingerprint and code in the output of a scanner whose user is not signed in. */
const withheld = 'requires login'

/** Returns a fingerprint or code unless it is missing or a placeholder. */
export function sentFingerprint(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' && value.trim() !== withheld ? value : null
}

/** Normalizes matched text so that formatting does not matter: each run of white space becomes one space. */
export function normalizeCode(matched: string): string {
  return matched.replace(/\s+/g, ' ').trim()
}

/**
 * The two identities of a finding, without the index that distinguishes equal ones. The key is the scanner's
 * fingerprint, else the normalized matched text, else the message.
 * Source: docs/api.md#identity.
 */
export function identityOf(key: IdentityKey): { match: string; syntactic: string } {
  const place = [key.rulePath, key.path]
  return {
    match: matchIdOf(key),
    syntactic:
      key.matched === null
        ? ofMessage(['code', ...place], key.message)
        : hashOf(['code', ...place, key.matched]),
  }
}

/** Only the first of the two identities. */
export function matchIdOf({ rulePath, path, fingerprint, matched, message }: IdentityKey): string {
  const content = fingerprint ?? (matched === null ? null : normalizeCode(matched))
  return content === null ? ofMessage([rulePath, path], message ?? '') : hashOf([rulePath, path, content])
}

const hashOf = (list: readonly (string | null)[]) => hash('sha256', JSON.stringify(list))

/** The same of a list that ends with a message. */
const ofMessage = (first: readonly (string | null)[], message: string | null) =>
  hash('sha256', `${JSON.stringify(first).slice(0, -1)},${jsonOf(message)}]`)

let written: { message: string | null; json: string } = { message: null, json: 'null' }

/** The JSON of a message; that of the last one is known, since a long one may stand for a thousand places. */
function jsonOf(message: string | null): string {
  if (message !== written.message) written = { message, json: JSON.stringify(message) }
  return written.json
}

/**
 * Adds the index to every identity: equal keys of a file are counted from 0 by line, then column, regardless of their
 * order in the file. Ids from another service are kept if they are already unique.
 */
export function indexIdentities(findings: ReportedFinding[]): void {
  numberFormat(findings, 'matchBasedId')
  numberFormat(findings, 'syntacticId')
}

type IdField = 'matchBasedId' | 'syntacticId'

function numberFormat(findings: ReportedFinding[], field: IdField): void {
  // A list only if several findings share an id: nearly all ids are unique, and there may be a million.
  const groups = new Map<string, ReportedFinding | ReportedFinding[]>()
  for (const finding of findings) {
    const group = groups.get(finding[field])
    if (group === undefined) groups.set(finding[field], finding)
    else if (Array.isArray(group)) group.push(finding)
    else groups.set(finding[field], [group, finding])
  }
  for (const [base, group] of groups) {
    // An id from another service is kept unchanged, and numbered only if it occurs several times.
    const isSentId = !ownFingerprint.test(base)
    if (!Array.isArray(group)) {
      if (!isSentId) group[field] = `${base}_0`
      continue
    }
    sortByPlace(group, field)
    let next = 0
    for (const finding of isSentId ? group.slice(1) : group) {
      let id = `${base}_${next++}`
      while (isSentId && groups.has(id)) id = `${base}_${next++}`
      finding[field] = id
    }
  }
}

const ownFingerprint = /^[0-9a-f]{64}$/

/**
 * Sorts findings at the same location by their content; neither their order in the file nor line numbers are used,
 * since line numbers change when lines are inserted above.
 */
function sortByPlace(group: ReportedFinding[], field: IdField): void {
  const contents = new Map<ReportedFinding, string>()
  const contentOf = (finding: ReportedFinding): string => {
    const known = contents.get(finding)
    if (known !== undefined) return known
    const content = contentWithoutLines(finding, field)
    contents.set(finding, content)
    return content
  }
  group.sort((a, b) => {
    const byPlace = comparePlaces(a.location, b.location)
    if (byPlace !== 0) return byPlace
    const [left, right] = [contentOf(a), contentOf(b)]
    return left < right ? -1 : left > right ? 1 : 0
  })
}

/** The content without any line, followed by lines relative to the finding's own. */
function contentWithoutLines(finding: ReportedFinding, field: IdField): string {
  const own = finding.location?.line ?? 0
  const isLine = (key: string): boolean => key === 'line' || key === 'endLine' || key === 'startLine'
  const content = { ...finding, [field]: '' }
  const connection = JSON.stringify(content, (key, value: unknown) => (isLine(key) ? null : value))
  const relative = JSON.stringify(content, (key, value: unknown) =>
    isLine(key) && typeof value === 'number' ? value - own : value,
  )
  return hash('sha256', connection) + hash('sha256', relative)
}

function comparePlaces(a: ReportedLocation | null, b: ReportedLocation | null): number {
  return (
    (a?.line ?? 0) - (b?.line ?? 0) ||
    (a?.column ?? 0) - (b?.column ?? 0) ||
    (a?.endLine ?? 0) - (b?.endLine ?? 0) ||
    (a?.endColumn ?? 0) - (b?.endColumn ?? 0)
  )
}
