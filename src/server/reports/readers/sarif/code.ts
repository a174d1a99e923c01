import { sentFingerprint } from '../../findings/identity.ts'
import type { ReportedCode, ReportedFix, ReportedFlowStep, ReportedLocation } from '../../report/report.ts'
import {
  asCodeLines,
  asCount,
  asList,
  asObjects,
  asPosition,
  asText,
  bounds,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { readMessage } from './message.ts'
import type { SarifRun } from './run.ts'

const maxSteps = 500
const maxStepLength = 2_000

/** The text of a region; null if it is a placeholder, so that two matches do not seem to have the same code. */
const snippetOf = (region: unknown) => sentFingerprint(getIn(region, 'snippet', 'text'))

/** Whole lines of a physical location, from its context or its own snippet. */
export function sarifCode(physical: unknown): ReportedCode | null {
  for (const region of [getIn(physical, 'contextRegion'), getIn(physical, 'region')]) {
    const startLine = asPosition(getIn(region, 'startLine'))
    const lines = asCodeLines(snippetOf(region))
    if (startLine !== null && lines !== null) return { startLine, lines }
  }
  return null
}

/** The lines around the match; null if the tool reported only the match. */
export function contextLines(physical: unknown): string[] | null {
  return asCodeLines(snippetOf(getIn(physical, 'contextRegion')))
}

/** The text of the region itself: its snippet, else extracted from the context by lines and columns. */
export function regionText(physical: unknown): string | null {
  const region = getIn(physical, 'region')
  const snippet = snippetOf(region)
  if (snippet !== null) return snippet
  const rows = regionRows(physical)
  if (rows === null) return null
  const from = asPosition(getIn(region, 'startColumn')) ?? 1
  const to = asPosition(getIn(region, 'endColumn'))
  const last = rows.length - 1
  const lines = rows.map((row, index) =>
    row.slice(index === 0 ? from - 1 : 0, index === last && to !== null ? to - 1 : undefined),
  )
  const code = lines.join('\n')
  return code.trim() === '' ? null : code
}

/** The full lines of the region, extracted from the context. */
function regionRows(physical: unknown): string[] | null {
  const region = getIn(physical, 'region')
  const start = asPosition(getIn(region, 'startLine'))
  const end = asPosition(getIn(region, 'endLine')) ?? start
  const contextStart = asPosition(getIn(physical, 'contextRegion', 'startLine'))
  const context = snippetOf(getIn(physical, 'contextRegion'))
  if (start === null || end === null || contextStart === null || context === null) return null
  const rows = context.split(/\r\n?|\n/).slice(start - contextStart, end - contextStart + 1)
  return start < contextStart || rows.length !== end - start + 1 ? null : rows
}

/** The data flows of a result; the first step of each is the source and its last the sink. */
export class SarifFlows {
  readonly #flows: readonly JsonObject[]
  readonly #run: SarifRun
  #first: ReportedFlowStep[] | null | undefined
  /** By the place where they end. */
  #byEnd: Map<string, readonly unknown[]> | undefined

  constructor(result: unknown, run: SarifRun) {
    this.#flows = asObjects(getIn(result, 'codeFlows'))
    this.#run = run
  }

  /** The first one with a location. */
  first(): ReportedFlowStep[] | null {
    if (this.#flows.length === 0) return null
    if (this.#first === undefined) {
      this.#first = null
      for (const locations of threadsOf(this.#flows)) {
        this.#first = this.#stepsOf(locations)
        if (this.#first !== null) break
      }
    }
    return this.#first
  }

  /** The first one that ends at a location. */
  endingAt({ filePath, line }: ReportedLocation): ReportedFlowStep[] | null {
    const locations = this.#ends().get(`${filePath}:${line}`)
    return locations === undefined ? null : this.#stepsOf(locations)
  }

  #ends(): ReadonlyMap<string, readonly unknown[]> {
    if (this.#byEnd !== undefined) return this.#byEnd
    this.#byEnd = new Map()
    for (const locations of threadsOf(this.#flows)) {
      const [last] = flowStep(locations.at(-1), this.#run)
      const end = `${last?.location.filePath}:${last?.location.line}`
      if (last && !this.#byEnd.has(end)) this.#byEnd.set(end, locations)
    }
    return this.#byEnd
  }

  #stepsOf(locations: readonly unknown[]): ReportedFlowStep[] | null {
    const steps = locations.flatMap((each) => flowStep(each, this.#run))
    const [first, last] = [steps[0], steps.at(-1)]
    if (!first || !last) return null
    first.kind = 'source'
    last.kind = 'sink'
    return steps
  }
}

function* threadsOf(flows: readonly JsonObject[]): Generator<readonly unknown[]> {
  for (const flow of flows)
    for (const thread of asObjects(flow['threadFlows'])) yield asList(thread['locations']).slice(0, maxSteps)
}

function flowStep(step: unknown, run: SarifRun): ReportedFlowStep[] {
  const place = getIn(step, 'location')
  const index = asCount(getIn(step, 'index'))
  if (place === undefined && index !== null) return sharedSteps(index, run)
  const physical = getIn(place, 'physicalLocation')
  const location = run.places.location(physical)
  if (location === null) return []
  const code = regionRows(physical)?.join('\n') ?? snippetOf(getIn(physical, 'region'))
  const message = () =>
    readMessage(getIn(place, 'message'), run, { max: maxStepLength, isPlain: true })?.shown
  return [{ kind: 'step', location, code: asText(code ?? message(), maxStepLength) }]
}

function sharedSteps(index: number, run: SarifRun): ReportedFlowStep[] {
  const known = run.flowSteps.get(index)
  if (known) return known.map((each) => ({ ...each }))
  const location = getIn(run.flowLocations[index], 'location')
  const steps = location === undefined ? [] : flowStep({ location }, run)
  run.flowSteps.set(index, steps)
  return steps.map((each) => ({ ...each }))
}

/** The fixes of a result, as full lines if the file contains them; else only the inserted text. */
export class SarifFixes {
  readonly #context: { result: unknown; run: SarifRun; places: readonly unknown[] }
  #changes: { path: string | null; first: Replacement; replacements: Replacement[] }[] | undefined

  constructor(context: { result: unknown; run: SarifRun; places: readonly unknown[] }) {
    this.#context = context
  }

  /**
   * The first that changes the file of a location. Of a result with several locations it must change the lines of this
   * one. Source: SARIF 2.1.0, 3.55 to 3.57.
   */
  of(location: ReportedLocation, physical: unknown): ReportedFix | null {
    const isHere = ({ line, endLine }: Replacement) =>
      this.#context.places.length === 1 ||
      (location.line !== null && line <= (location.endLine ?? location.line) && endLine >= location.line)
    const here = this.#read().find(
      ({ path, first }) => (path === null || path === location.filePath) && isHere(first),
    )
    return here ? (inKnownLines(here.replacements, sarifCode(physical)) ?? simpleFix(here.first)) : null
  }

  #read() {
    const { result, run } = this.#context
    this.#changes ??= asObjects(getIn(result, 'fixes')).flatMap((fix) =>
      asObjects(fix['artifactChanges']).flatMap((change) => {
        const replacements = asObjects(change['replacements']).flatMap(replacementOf).slice(0, 100)
        const [first] = replacements
        return first ? [{ path: run.places.path(change['artifactLocation']), first, replacements }] : []
      }),
    )
    return this.#changes
  }
}

type Replacement = {
  line: number
  column: number
  endLine: number
  endColumn: number | null
  old: string
  inserted: string
}

function replacementOf(replacement: unknown): Replacement[] {
  const region = getIn(replacement, 'deletedRegion')
  const line = asPosition(getIn(region, 'startLine'))
  if (line === null) return []
  const inserted = getIn(replacement, 'insertedContent', 'text')
  const old = getIn(region, 'snippet', 'text')
  return [
    {
      line,
      column: asPosition(getIn(region, 'startColumn')) ?? 1,
      endLine: asPosition(getIn(region, 'endLine')) ?? line,
      endColumn: asPosition(getIn(region, 'endColumn')),
      old: typeof old === 'string' ? old : '',
      inserted: typeof inserted === 'string' ? inserted : '',
    },
  ]
}

function inKnownLines(replacements: Replacement[], code: ReportedCode | null): ReportedFix | null {
  if (code === null) return null
  const start = Math.min(...replacements.map((each) => each.line))
  const end = Math.max(...replacements.map((each) => each.endLine))
  if (start < code.startLine || end >= code.startLine + code.lines.length || end < start) return null
  const rows = code.lines.slice(start - code.startLine, end - code.startLine + 1)
  const before = rows.join('\n')
  const offset = (line: number, column: number): number =>
    rows.slice(0, line - start).reduce((sum, row) => sum + row.length + 1, 0) + column - 1
  let after = before
  const backwards = replacements.toSorted((a, b) => b.line - a.line || b.column - a.column)
  for (const each of backwards) {
    const endColumn = each.endColumn ?? (rows[each.endLine - start]?.length ?? 0) + 1
    const [from, to] = [offset(each.line, each.column), offset(each.endLine, endColumn)]
    if (to < from || to > after.length) return null
    after = after.slice(0, from) + each.inserted + after.slice(to)
  }
  if (after === before) return null
  return { startLine: start, before, after: asText(after, bounds.code) ?? '' }
}

function simpleFix(replacement: Replacement): ReportedFix | null {
  const before = asText(replacement.old, bounds.code) ?? ''
  const after = asText(replacement.inserted, bounds.code) ?? ''
  return before === after ? null : { startLine: replacement.line, before, after }
}
