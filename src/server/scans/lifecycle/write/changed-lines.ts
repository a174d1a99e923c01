import { fromCode, severities } from '#server/db/codes.ts'
import type { Value } from '#server/db/engine.ts'
import { severityEventKind } from '#server/findings/history/status-history.ts'
import type { HistoryLine } from '../run.ts'

/** The history events of another severity, and of another version of the package. */
export function changedLines(
  stored: { severity: number; package_version: string | null },
  { severity, package_version: version }: Record<string, Value>,
  at: number,
): HistoryLine[] {
  const lines: HistoryLine[] = []
  if (typeof severity === 'number') {
    const [from, to] = [fromCode(severities, stored.severity), fromCode(severities, severity)]
    lines.push({ kind: severityEventKind, at, from, to })
  }
  if (typeof version === 'string')
    lines.push({ kind: 'version_changed', at, from: stored.package_version, to: version })
  return lines
}
