import { ConfigFault } from '#server/base/config/config.ts'

/** How traces are exported, from the standard variables of OpenTelemetry. */
export interface TracingSettings {
  exporters: readonly Exporter[]
  protocol: Protocol
  sampler: Sampler
  /** Whether traces of callers are continued. */
  continuesTraces: boolean
}

const exporters = ['otlp', 'console'] as const
type Exporter = (typeof exporters)[number]
const protocols = ['http/protobuf', 'http/json'] as const
type Protocol = (typeof protocols)[number]
const samplers = ['always_on', 'always_off', 'traceidratio'] as const

/** Which traces are recorded. */
export interface Sampler {
  name: (typeof samplers)[number]
  /** Whether the decision of the caller is followed. */
  isParentBased: boolean
  /** The share of traces, for `traceidratio`. */
  ratio: number
}

type Environment = NodeJS.ProcessEnv

/**
 * Reads the standard variables of OpenTelemetry; null if traces are not exported: nothing is configured, or they are
 * disabled. The exporter itself reads OTEL_EXPORTER_OTLP_*, and the resource OTEL_SERVICE_NAME and
 * OTEL_RESOURCE_ATTRIBUTES.
 * @throws ConfigFault at the first invalid value.
 */
export function readTracingSettings(environment: Environment): TracingSettings | null {
  const chosen = exportersIn(environment)
  if (chosen.length === 0) return null
  const propagators = listIn(environment, 'OTEL_PROPAGATORS')
  return {
    exporters: chosen,
    protocol: protocolIn(environment),
    sampler: samplerIn(environment),
    continuesTraces: propagators.length === 0 || propagators.includes('tracecontext'),
  }
}

function exportersIn(environment: Environment): Exporter[] {
  if (environment['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return []
  const named = listIn(environment, 'OTEL_TRACES_EXPORTER')
  if (named.length === 0) {
    const hasEndpoint =
      environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
    return hasEndpoint ? ['otlp'] : []
  }
  return named.flatMap((name) => {
    if (name === 'none') return []
    return oneOf(exporters, name) ?? wrong('OTEL_TRACES_EXPORTER', name, 'otlp, console or none')
  })
}

function protocolIn(environment: Environment): Protocol {
  const variable = environment['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL'
  const named = environment[variable]?.trim() || 'http/protobuf'
  return (
    oneOf(protocols, named) ??
    wrong(variable, named, 'http/protobuf or http/json, to port 4318 of most collectors')
  )
}

function samplerIn(environment: Environment): Sampler {
  const named = environment['OTEL_TRACES_SAMPLER']?.trim() || 'parentbased_always_on'
  const name = oneOf(samplers, named.replace(/^parentbased_/, ''))
  if (!name)
    return wrong('OTEL_TRACES_SAMPLER', named, `${samplers.join(', ')}, or one of these after parentbased_`)
  const argument = environment['OTEL_TRACES_SAMPLER_ARG']?.trim() || '1'
  const ratio = Number(argument)
  if (name === 'traceidratio' && !(ratio >= 0 && ratio <= 1))
    return wrong('OTEL_TRACES_SAMPLER_ARG', argument, 'a number from 0 to 1')
  return { name, isParentBased: named.startsWith('parentbased_'), ratio }
}

const oneOf = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === text)

const listIn = (environment: Environment, name: string): string[] =>
  (environment[name] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function wrong(name: string, was: string, may: string): never {
  throw new ConfigFault(`${name} is "${was}", but must be ${may}.`)
}
