import { operations } from '#contract/all.ts'
import type { Operation } from '#contract/operation.ts'
import { jobsSettled } from '../jobs/public.ts'
import { exportsSettled } from '../sbom/public.ts'
import { type Example, examples } from './examples.ts'
import type { Place } from './made-for-examples.ts'
import type { Called, CallOptions } from './service.ts'

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
  await jobsSettled(services)
  await exportsSettled(services)
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
  asked: CallOptions,
): Promise<Called<unknown>> {
  const method = example.method ?? operation.method
  const answer = await place.service.send(method, addressOf(place, operation, asked), asked)
  await settled(place)
  const { status, text } = answer
  if (status < 200 || status >= 300) throw new Error(`${name}: ${status} ${text}`)
  return answer
}
