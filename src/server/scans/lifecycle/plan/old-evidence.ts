import { digest, isSalted, saltedEvidence } from '#server/base/credentials/digests.ts'
import type { Reader } from '#server/db/database.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { normalizeCode } from '#server/reports/findings/identity.ts'
import type { ReportedCode, ReportedFinding } from '#server/reports/report/report.ts'
import { createHasher } from '#server/reports/secrets/secret-parts.ts'
import type { Candidate } from '../../matching/candidates.ts'
import { messageDigest, type StoredFinding } from './known-findings.ts'

const idsPerBatch = 500

/**
 * Adds evidence to stored findings from before evidence was stored: a finding with the same key as a reported one gets
 * its evidence, the others get evidence from their stored code and message.
 */
export async function completeOldEvidence(
  reader: Reader,
  deploymentId: number,
  stored: readonly StoredFinding[],
  reported: readonly ReportedFinding[],
  candidates: readonly Candidate[],
): Promise<void> {
  const old = stored.filter(({ isOld }) => isOld)
  if (old.length === 0) return
  const byKey = new Map<string, Candidate>()
  for (const [index, { matchBasedId }] of reported.entries()) {
    const candidate = candidates[index]
    if (candidate) byKey.set(keyOf(matchBasedId), candidate)
  }
  const others: StoredFinding[] = []
  for (const one of old) {
    const same = byKey.get(keyOf(one.matchBasedId))
    // The key is a hash of rule, path, and fingerprint, code or message: the first of them that was reported.
    if (same === undefined || same.rule !== one.rule || same.path !== one.path) others.push(one)
    else {
      const { fingerprint, otherFingerprint, code, tokens, message } = same
      Object.assign(one, { fingerprint, otherFingerprint, code, tokens, message })
    }
  }
  for (let at = 0; at < others.length; at += idsPerBatch) {
    const some = others.slice(at, at + idsPerBatch)
    const rows = await reader
      .selectFrom('finding')
      .leftJoin('finding_detail', (join) =>
        join
          .onRef('finding_detail.deployment_id', '=', 'finding.deployment_id')
          .onRef('finding_detail.finding_id', '=', 'finding.id'),
      )
      .select(['id', 'line', 'column', 'end_line', 'end_column', 'document_json', 'code_json'])
      .where('finding.deployment_id', '=', deploymentId)
      .where(
        'finding.id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const one of some) {
      const row = byId.get(one.id)
      if (row) Object.assign(one, evidenceIn(row))
    }
  }
}

/** Adds the tokens of code that was stored before tokens were, from reported findings with that code. */
export function completeTokens(stored: readonly StoredFinding[], candidates: readonly Candidate[]): void {
  const tokens = new Map(candidates.map((one) => [one.code, one.tokens]))
  for (const one of stored)
    if (one.code !== null && one.tokens === null) one.tokens = tokens.get(one.code) ?? null
}

/**
 * Converts the identities of stored findings that a scan reported as code, and that scans now report as secrets. Their
 * ids were computed from the match without a salt; the reported findings contain both forms.
 * @param salt of the deployment.
 */
export function completeFormerCode(
  salt: string,
  stored: readonly StoredFinding[],
  reported: readonly ReportedFinding[],
  candidates: readonly Candidate[],
): void {
  if (stored.length === 0) return
  const byFormerId = new Map<string, Candidate>()
  for (const [index, finding] of reported.entries()) {
    const candidate = candidates[index]
    if (finding.kind !== 'secret' || finding.formerId === null || !candidate) continue
    const isShared = byFormerId.has(finding.formerId)
    // Equal matches of a file share one former id, so only their locations distinguish them.
    byFormerId.set(finding.formerId, isShared ? { ...candidate, context: null, flow: null } : candidate)
  }
  if (byFormerId.size === 0) return
  const salted = createHasher(salt)
  for (const one of stored) {
    if (one.dependency !== null) continue
    const key = keyOf(one.matchBasedId)
    // A migration has already salted the ids of findings that it recognized as secrets.
    const same = byFormerId.get(one.secret === null ? salted(key) : key)
    if (same?.rule !== one.rule || same.path !== one.path) continue
    const { fingerprint, otherFingerprint, code, tokens, context, flow, message, secret } = same
    Object.assign(one, { fingerprint, otherFingerprint, code, tokens, context, flow, message, secret })
    one.isOld = false
  }
}

/**
 * Salts the evidence of stored or reported findings of rules whose evidence is salted on the other side: what a rule says
 * differs between scans, so that it was not known to look for hard-coded credentials, or is not now.
 */
export function completeSalted(
  salt: string,
  stored: readonly StoredFinding[],
  reported: readonly ReportedFinding[],
  candidates: readonly Candidate[],
): void {
  const rules = new Set([...stored, ...candidates].flatMap((one) => (hasSalt(one) ? one.rule : [])))
  if (rules.size === 0) return
  const salted = createHasher(salt)
  for (const one of stored) if (rules.has(one.rule)) Object.assign(one, saltedEvidence(one, salted))
  for (const [index, one] of candidates.entries()) {
    const finding = reported[index]
    if (!rules.has(one.rule) || finding === undefined || finding.kind === 'secret') continue
    Object.assign(one, saltedEvidence(one, salted))
    finding.evidence = saltedEvidence(finding.evidence, salted)
  }
}

const hasSalt = ({ code, tokens, context, flow }: Candidate) => [code, tokens, context, flow].some(isSalted)

const keyOf = (matchBasedId: string) => matchBasedId.replace(/_\d+$/, '')

interface OldRow {
  line: number | null
  column: number | null
  end_line: number | null
  end_column: number | null
  document_json: string
  code_json: string | null
}

function evidenceIn(row: OldRow): Pick<StoredFinding, 'code' | 'message'> {
  // parse: our own columns, written from `FindingDocument` and `ReportedCode`.
  const { rule_message } = parseStored<FindingDocument>(row.document_json)
  // parse: see above.
  const code = row.code_json === null ? null : parseStored<ReportedCode>(row.code_json)
  return {
    code: code === null ? null : digest(normalizeCode(matchedIn(code, row))),
    message: messageDigest(rule_message ?? null),
  }
}

/**
 * Extracts the matched text from whole lines; all of it if the columns do not fit, as in a snippet of the match only.
 */
function matchedIn(
  { startLine, lines }: ReportedCode,
  { line, column, end_line, end_column }: OldRow,
): string {
  const first = (line ?? startLine) - startLine
  const last = (end_line ?? line ?? startLine) - startLine
  const rows = lines.slice(first, last + 1)
  const fits =
    column !== null &&
    end_column !== null &&
    first >= 0 &&
    rows.length === last - first + 1 &&
    column - 1 <= (rows[0]?.length ?? 0) &&
    end_column - 1 <= (rows.at(-1)?.length ?? 0)
  if (!fits) return lines.join('\n')
  const truncatedRows = rows.map((row, index) =>
    row.slice(
      index === 0 ? (column ?? 1) - 1 : 0,
      index === rows.length - 1 ? (end_column ?? 1) - 1 : undefined,
    ),
  )
  const code = truncatedRows.join('\n')
  return code.trim() === '' ? lines.join('\n') : code
}
