import { filePath } from '../../paths.ts'
import type { ReportedFlowStep } from '../../report.ts'
import { at, list, text } from '../../values.ts'
import { semgrepLocation } from './result.ts'

const maxSteps = 500

/**
 * The steps of `dataflow_trace` in the order data takes. A source or sink is a place (`CliLoc`) or a call
 * (`CliCall`: the call, what it passes on, and inside it the next place or call); older versions write
 * `{ location, content }`.
 */
export function semgrepFlow(trace: unknown): ReportedFlowStep[] | null {
  const source = placesOf(at(trace, 'taint_source')).map((place) => step('source', place))
  const between = list(at(trace, 'intermediate_vars')).flatMap((each) => step('step', each))
  // The call that leads to the sink comes first, the sink itself last.
  const sinks = placesOf(at(trace, 'taint_sink'))
  const sink = sinks.map((place, index) => step(index === sinks.length - 1 ? 'sink' : 'step', place))
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
    const [kind, body] = list(rest)
    if (kind === 'CliLoc') {
      const [location, content] = list(body)
      places.push({ location, content })
      return places
    }
    if (kind === 'CliCall') {
      const [call, passed, inner] = list(body)
      const [location, content] = list(call)
      places.push({ location, content }, ...list(passed).slice(0, maxSteps))
      rest = inner
      continue
    }
    if (at(rest, 'location') !== undefined) places.push(rest)
    else for (const each of list(rest)) if (at(each, 'location') !== undefined) places.push(each)
    return places
  }
  return places
}

function step(kind: ReportedFlowStep['kind'], place: unknown): ReportedFlowStep[] {
  const location = at(place, 'location')
  const path = filePath(at(location, 'path'))
  if (path === null) return []
  const code = text(at(place, 'content'), 2_000)
  return [{ kind, location: semgrepLocation(path, at(location, 'start'), at(location, 'end')), code }]
}
