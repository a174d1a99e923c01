import { request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestService } from '../service.ts'
import type { Client, Expectation, Shape } from './client.ts'

/** Kinds of values, as typed clients tell them apart. With `?` behind its name null and a missing value are of it, too. */
const kinds: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  /** A whole number in decimal digits. */
  digits: (value) => typeof value === 'string' && /^\d+$/.test(value),
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
  instant: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
}

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  body: unknown
}

/**
 * Sends the requests of a client one after another over HTTP, as they stand.
 * @returns what differs from what the client expects, each with its request.
 */
export async function runClient(
  service: TestService,
  { headers, headersWithBody, reads, requests }: Client,
  shapes: Readonly<Record<string, Shape>>,
  token = service.token,
): Promise<string[]> {
  const base = new URL(await service.server.listen({ port: 0, host: '127.0.0.1' }))
  const savedValues: Record<string, unknown> = {}
  const differences: string[] = []
  for (const one of requests) {
    const line = filledIn(one.request, savedValues)
    const body = one.body === undefined ? undefined : JSON.stringify(withSavedValues(one.body, savedValues))
    const sent = {
      ...headers,
      ...(body === undefined
        ? {}
        : { ...headersWithBody, 'Content-Length': String(Buffer.byteLength(body)) }),
      Authorization: `Bearer ${token}`,
    }
    const response = await answerTo(base, line, sent, body)
    const shape = one.expect.shape === undefined ? {} : { ...shapes, ...reads }[one.expect.shape]
    if (!shape) throw new Error(`${one.expect.shape} is no shape of the file`)
    const expected = { ...one.expect, kinds: { ...shape, ...one.expect.kinds } }
    for (const difference of differencesOf(response, expected)) {
      differences.push(`${line} ${body ?? ''} → ${difference}`)
    }
    for (const [name, place] of Object.entries(one.keep ?? {}))
      savedValues[name] = valuesAt(response.body, place)[0]
  }
  return differences
}

/** Not `fetch`, which would write the address anew. */
function answerTo(base: URL, line: string, headers: Record<string, string>, body: string | undefined) {
  const [method = '', path = ''] = line.split(' ')
  return new Promise<Answer>((resolve, reject) => {
    const to = { host: base.hostname, port: base.port, method, path, headers }
    const responsePromise = send(to, async (response) => {
      const bodyText = await text(response)
      const isJson = /json/.test(response.headers['content-type'] ?? '')
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: bodyText,
        body: isJson && bodyText !== '' ? JSON.parse(bodyText) : undefined,
      })
    })
    responsePromise.once('error', reject)
    responsePromise.end(body)
  })
}

const filledIn = (text: string, savedValues: Record<string, unknown>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(savedValues[name]))

/** A text that is a name alone becomes the value itself, a number a number. */
function withSavedValues(value: unknown, savedValues: Record<string, unknown>): unknown {
  if (typeof value === 'string') {
    const [, name] = /^\{\{(\w+)\}\}$/.exec(value) ?? []
    return name === undefined ? filledIn(value, savedValues) : savedValues[name]
  }
  if (Array.isArray(value)) return value.map((part) => withSavedValues(part, savedValues))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withSavedValues(part, savedValues)]),
  )
}

/** The values at a place; one that is not there is undefined. */
function valuesAt(value: unknown, place: string): unknown[] {
  return place.split('.').reduce<unknown[]>(
    (differences, key) =>
      differences.flatMap((one) => {
        if (key === '*') return Array.isArray(one) ? one : [undefined]
        return [typeof one === 'object' && one !== null ? Object(one)[key] : undefined]
      }),
    [value],
  )
}

function differencesOf(response: Answer, expected: Expectation): string[] {
  const differences: string[] = []
  const demand = (what: string, is: unknown, expectedValue: unknown) => {
    if (JSON.stringify(is) === JSON.stringify(expectedValue)) return
    differences.push(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(expectedValue)}`)
  }
  if (response.status !== expected.status) {
    return [`status is ${response.status}, not ${expected.status}: ${response.text.slice(0, 500)}`]
  }
  for (const [name, expectedValue] of Object.entries(expected.headers ?? {})) {
    demand(name, response.headers[name] ?? null, expectedValue)
  }
  for (const [place, count] of Object.entries(expected.counts ?? {})) {
    for (const list of valuesAt(response.body, place)) {
      demand(`the length of ${place}`, Array.isArray(list) ? list.length : undefined, count)
    }
  }
  for (const [place, expectedValue] of Object.entries(expected.values ?? {})) {
    const values = valuesAt(response.body, place)
    demand(place, place.includes('*') ? values : values[0], expectedValue)
  }
  for (const [place, bodyText] of Object.entries(expected.kinds ?? {})) {
    const is = kinds[bodyText.replace('?', '')]
    if (!is) throw new Error(`${bodyText} is no kind of value`)
    const values = valuesAt(response.body, place)
    // A list without an element would prove nothing.
    if (values.length === 0) differences.push(`${place} has no values`)
    for (const value of values) {
      if (is(value) || (bodyText.endsWith('?') && (value ?? null) === null)) continue
      differences.push(`${place} is ${JSON.stringify(value)}, not of the kind ${bodyText}`)
    }
  }
  const { shorterThan } = expected
  if (shorterThan !== undefined && response.text.length >= shorterThan) {
    differences.push(`the answer has ${response.text.length} bytes, not less than ${shorterThan}`)
  }
  return differences
}
