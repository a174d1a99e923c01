import { operations } from '#contract/all.ts'
import type { Operation } from '#contract/operation.ts'
import type { CallOptions, CallResult } from '../service.ts'
import type { Example } from './example.ts'
import type { Place } from './example-fixtures.ts'
import { examples } from './examples.ts'

export interface Case {
  name: string
  operation: Operation
  example: Example
}

/** All examples; what takes a project away stands last. */
export const cases: readonly Case[] = operations
  .toSorted((a, b) => Number(a.id === 'deleteProject') - Number(b.id === 'deleteProject'))
  .flatMap((operation) =>
    [examples[operation.id] ?? []].flat().map((example: Example) => ({
      name: `${operation.id} ${example.as ?? ''}`.trim(),
      operation,
      example,
    })),
  )

/** Waits until the jobs that a request began have ended. */
export async function settled({ service: { services } }: Place) {
  await services.jobs.settled()
  await services.jobs.settled()
}

/** The address of a request, with the path of its place. */
export function addressOf(
  { at }: Place,
  { path: address }: Operation,
  { path, query = '' }: CallOptions,
): string {
  const filled = Object.entries({ ...at, ...path }).reduce(
    (text, [key, value]) => text.replace(`{${key}}`, encodeURIComponent(value)),
    address,
  )
  const pairs = typeof query === 'object' ? Object.entries(query) : []
  const written =
    typeof query === 'string' ? query : new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))
  return `${filled}?${written}`
}

/**
 * Sends what an example asks.
 * @throws where the service refuses it.
 */
export async function sendExample(
  place: Place,
  { name, operation, example }: Case,
  options: CallOptions,
): Promise<CallResult<unknown>> {
  const method = example.method ?? operation.method
  const response = await place.service.send(method, addressOf(place, operation, options), options)
  await settled(place)
  const { status, text } = response
  if (status < 200 || status >= 300) throw new Error(`${name}: ${status} ${text}`)
  return response
}
