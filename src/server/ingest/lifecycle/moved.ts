import { held } from '#lib/held.ts'
import { normalised } from '../identity.ts'
import type { ReportedFinding } from '../report.ts'

/** What is stored of a finding, as far as it tells what was found wherever that stands. */
interface Content {
  rule_path: string
  path: string | null
  line: number | null
  code_json: string | null
  secret_hash: string | null
  package: string | null
  package_version: string | null
  advisory: string | null
}

/** A finding that a full scan no longer reports, with what people decided of it. */
export interface Vanished extends Content {
  triage_state: number
  triage_reason: number | null
  triage_comment: string | null
  triaged_at: number | null
  triaged_by: string | null
  document_json: string
}

/** A finding of the scan that was not known, with what is stored of it. */
export interface Fresh extends Content {
  finding: ReportedFinding
}

/**
 * Which new findings stand for vanished ones of files that were moved or renamed: the old file has no finding any more,
 * and rule and content are the same, white space aside. Where several are alike, all of them have to come from one file,
 * be as many, and be in one file now; they are told apart by their lines. Anything less clear is not taken for a move.
 * Source: docs/decisions/0020-moved-files.md.
 * @param vanished those of files in which the scan reports nothing.
 * @param fresh at least those of the rules that any of these have.
 * @returns for the fingerprint of a new finding the one that it stands for.
 */
export function movesOf(vanished: readonly Vanished[], fresh: readonly Fresh[]): Map<string, Vanished> {
  const moves = new Map<string, Vanished>()
  const gone = byContent(vanished)
  if (gone.size === 0) return moves
  const come = byContent(fresh)
  for (const [content, before] of gone) {
    const after = come.get(content)
    if (after?.length !== before.length || !inOneFile(before) || !inOneFile(after)) continue
    before.sort(byLine)
    after.sort(byLine)
    for (const [at, { finding }] of after.entries()) {
      const from = before[at]
      if (from) moves.set(finding.matchBasedId, from)
    }
  }
  return moves
}

function byContent<T extends Content>(all: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const content = contentOf(one)
    if (content !== null) held(groups, content, () => []).push(one)
  }
  return groups
}

/** What a finding is about without its place; null where the scan does not say enough to know it again. */
function contentOf(one: Content): string | null {
  const { rule_path: rule, secret_hash: secret, advisory, package: name, package_version: version } = one
  if (secret !== null) return JSON.stringify([rule, 'secret', secret])
  if (name !== null) return JSON.stringify([rule, 'package', name, version, advisory])
  if (one.code_json === null) return null
  // parse: our own column, written from `ReportedCode`.
  const { lines } = JSON.parse(one.code_json) as { lines: string[] }
  return JSON.stringify([rule, 'code', normalised(lines.join('\n'))])
}

const inOneFile = (all: readonly Content[]) => new Set(all.map(({ path }) => path)).size === 1
const byLine = (one: Content, other: Content) => (one.line ?? 0) - (other.line ?? 0)
