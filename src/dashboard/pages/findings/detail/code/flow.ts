import type { DetailFinding } from '../detail-finding.ts'

/** A step of a data flow, with its displayed number. */
export interface Step {
  number: number
  /** `source`, `step` or `sink`; other values are shown unchanged. */
  kind: string
  path: string | undefined
  line: number | undefined
  code: string | undefined
}

/** Returns the numbered steps of a finding's data flow in order; empty if the scan reported none. */
export function stepsOf(finding: DetailFinding): Step[] {
  return (finding.data_flow ?? []).map(({ kind, location, code }, index) => ({
    number: index + 1,
    kind: kind || 'step',
    path: location?.filePath || undefined,
    line: location?.line ?? undefined,
    code: code ?? undefined,
  }))
}

/** Returns the label next to the line of a step: `1 source`, `2`, `3 sink`. */
export function stepNote(steps: readonly Step[]): string {
  return steps.map(({ number, kind }) => (kind === 'step' ? `${number}` : `${number} ${kind}`)).join(' · ')
}
