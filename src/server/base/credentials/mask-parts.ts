import { tellingValues } from './mask-prose.ts'
import { maskSource } from './mask-source.ts'

/** The source of a finding, as it is reported and stored. */
interface Parts {
  code: { startLine: number; lines: string[] } | null
  dataFlow: FlowStep[] | null
  fix: { startLine: number; before: string; after: string } | null
}
type FlowStep = {
  kind: 'source' | 'step' | 'sink'
  location: {
    filePath: string
    line: number | null
    column: number | null
    endLine: number | null
    endColumn: number | null
  }
  code: string | null
}

interface MaskedParts {
  parts: Parts
  /** Whether a literal is on the lines that the finding is about, or in its data flow. */
  isFound: boolean
  /** Whether there was source, and none is left. */
  isWithheld: boolean
  /** What stood in the literals, as far as it may be looked for in other texts. */
  values: string[]
  /** Those of the lines that the finding is about, and of its data flow. */
  reported: string[]
}

/** Masks the source of a finding; of one without a literal all goes, since its value cannot be told. */
export function maskParts(
  place: { path: string; line: number | null; endLine: number | null },
  { code, dataFlow, fix }: Parts,
): MaskedParts {
  const { path } = place
  const lines = code && maskSource(code.lines.join('\n'), path)
  const flow = (dataFlow ?? []).map(({ code: text, location }) =>
    text === null ? null : maskSource(text, location.filePath),
  )
  const before = fix && maskSource(fix.before, path)
  const literals = [lines, ...flow, before].flatMap((each) => each?.literals ?? [])
  const values = tellingValues(new Set(literals))
  const onLines = lines && code ? onReportedLines(lines.lines, code, place) : []
  const isFound = onLines.length > 0 || flow.some((each) => each !== null && each.lines.size > 0)
  const reported = tellingValues(
    new Set([...onLines.flat(), ...flow.flatMap((each) => each?.literals ?? [])]),
  )
  const steps = (textOf: (index: number) => string | null) =>
    dataFlow === null ? null : dataFlow.map((step, index) => ({ ...step, code: textOf(index) }))
  if (!isFound) {
    const isWithheld = code !== null || fix !== null || flow.some((each) => each !== null)
    return {
      parts: { code: null, dataFlow: steps(() => null), fix: null },
      isFound,
      isWithheld,
      values,
      reported,
    }
  }
  return {
    parts: {
      code: code && lines && { ...code, lines: lines.text.split('\n') },
      dataFlow: steps((index) => flow[index]?.text ?? null),
      fix: fix && before && { ...fix, before: before.text, after: maskSource(fix.after, path).text },
    },
    isFound,
    isWithheld: false,
    values,
    reported,
  }
}

/** The literals of each of the reported lines that has one; of all lines if those are not among them. */
function onReportedLines(
  found: ReadonlyMap<number, readonly string[]>,
  { startLine, lines }: { startLine: number; lines: readonly string[] },
  { line, endLine }: { line: number | null; endLine: number | null },
): (readonly string[])[] {
  const first = (line ?? startLine) - startLine
  if (line === null || first < 0 || first >= lines.length) return [...found.values()]
  const last = Math.max(first, (endLine ?? line) - startLine)
  return [...found].flatMap(([at, literals]) => (at >= first && at <= last ? [literals] : []))
}
