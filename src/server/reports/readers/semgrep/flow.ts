import type { ReportedFlowStep } from '../../report/report.ts'
import { asList, asText, getIn } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { semgrepLocation } from './result.ts'

const maxSteps = 500

/**
 * The steps of `dataflow_trace` in the order of the data flow. A source or sink is a location (`CliLoc`) or a call
 * (`CliCall`: the call, the data it passes on, and the nested location or call); older versions write `{ location,
 * content }`.
 */
export function semgrepFlow(trace: unknown): ReportedFlowStep[] | null {
  const source = placesOf(getIn(trace, 'taint_source')).map((place) => readFlowStep('source', place))
  const between = asList(getIn(trace, 'intermediate_vars')).flatMap((each) => readFlowStep('step', each))
  // The call that leads to the sink comes first, the sink itself last.
  const sinks = placesOf(getIn(trace, 'taint_sink'))
  const sink = sinks.map((place, index) => readFlowStep(index === sinks.length - 1 ? 'sink' : 'step', place))
  const steps = [...source.reverse().flat(), ...between, ...sink.flat()].slice(0, maxSteps)
  const first = steps.findIndex((each) => each.kind === 'source')
  for (const [index, each] of steps.entries())
    if (each.kind === 'source' && index !== first) each.kind = 'step'
  return steps.length === 0 ? null : steps
}

/** Flattens the nested forms into `{ location, content }`, the outermost call first. */
function placesOf(node: unknown): unknown[] {
  const places: unknown[] = []
  let rest = node
  while (places.length < maxSteps) {
    const [kind, body] = asList(rest)
    if (kind === 'CliLoc') {
      const [location, content] = asList(body)
      places.push({ location, content })
      return places
    }
    if (kind === 'CliCall') {
      const [call, passed, inner] = asList(body)
      const [location, content] = asList(call)
      places.push({ location, content }, ...asList(passed).slice(0, maxSteps))
      rest = inner
      continue
    }
    if (getIn(rest, 'location') !== undefined) places.push(rest)
    else for (const each of asList(rest)) if (getIn(each, 'location') !== undefined) places.push(each)
    return places
  }
  return places
}

function readFlowStep(kind: ReportedFlowStep['kind'], place: unknown): ReportedFlowStep[] {
  const location = getIn(place, 'location')
  const path = filePath(getIn(location, 'path'))
  if (path === null) return []
  const code = asText(getIn(place, 'content'), 2_000)
  return [{ kind, location: semgrepLocation(path, getIn(location, 'start'), getIn(location, 'end')), code }]
}
