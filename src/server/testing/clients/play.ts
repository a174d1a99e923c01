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
export async function play(
  service: TestService,
  { headers, headersWithBody, requests }: Client,
  shapes: Readonly<Record<string, Shape>>,
): Promise<string[]> {
  const base = new URL(await service.server.listen({ port: 0, host: '127.0.0.1' }))
  const kept: Record<string, unknown> = {}
  const differences: string[] = []
  for (const one of requests) {
    const line = filledIn(one.request, kept)
    const body = one.body === undefined ? undefined : JSON.stringify(withKept(one.body, kept))
    const sent = {
      ...headers,
      ...(body === undefined
        ? {}
        : { ...headersWithBody, 'Content-Length': String(Buffer.byteLength(body)) }),
      Authorization: `Bearer ${service.token}`,
    }
    const answer = await answerTo(base, line, sent, body)
    const shape = one.expect.shape === undefined ? {} : shapes[one.expect.shape]
    if (!shape) throw new Error(`${one.expect.shape} is no shape of the file`)
    const expected = { ...one.expect, kinds: { ...shape, ...one.expect.kinds } }
    for (const difference of differencesOf(answer, expected)) {
      differences.push(`${line} ${body ?? ''} → ${difference}`)
    }
    for (const [name, place] of Object.entries(one.keep ?? {})) kept[name] = valuesAt(answer.body, place)[0]
  }
  return differences
}

/** Not `fetch`, which would write the address anew. */
function answerTo(base: URL, line: string, headers: Record<string, string>, body: string | undefined) {
  const [method = '', path = ''] = line.split(' ')
  return new Promise<Answer>((resolve, reject) => {
    const to = { host: base.hostname, port: base.port, method, path, headers }
    const asked = send(to, async (answer) => {
      const said = await text(answer)
      const isJson = /json/.test(answer.headers['content-type'] ?? '')
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: said,
        body: isJson && said !== '' ? JSON.parse(said) : undefined,
      })
    })
    asked.once('error', reject)
    asked.end(body)
  })
}

const filledIn = (text: string, kept: Record<string, unknown>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(kept[name]))

/** A text that is a name alone becomes the value itself, a number a number. */
function withKept(value: unknown, kept: Record<string, unknown>): unknown {
  if (typeof value === 'string') {
    const [, name] = /^\{\{(\w+)\}\}$/.exec(value) ?? []
    return name === undefined ? filledIn(value, kept) : kept[name]
  }
  if (Array.isArray(value)) return value.map((part) => withKept(part, kept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withKept(part, kept)]))
}

/** The values at a place; one that is not there is undefined. */
function valuesAt(value: unknown, place: string): unknown[] {
  return place.split('.').reduce<unknown[]>(
    (found, key) =>
      found.flatMap((one) => {
        if (key === '*') return Array.isArray(one) ? one : [undefined]
        return [typeof one === 'object' && one !== null ? Object(one)[key] : undefined]
      }),
    [value],
  )
}

function differencesOf(answer: Answer, expected: Expectation): string[] {
  const found: string[] = []
  const demand = (what: string, is: unknown, wanted: unknown) => {
    if (JSON.stringify(is) === JSON.stringify(wanted)) return
    found.push(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`)
  }
  if (answer.status !== expected.status) {
    return [`status is ${answer.status}, not ${expected.status}: ${answer.text.slice(0, 500)}`]
  }
  for (const [name, wanted] of Object.entries(expected.headers ?? {})) {
    demand(name, answer.headers[name] ?? null, wanted)
  }
  for (const [place, count] of Object.entries(expected.counts ?? {})) {
    for (const list of valuesAt(answer.body, place)) {
      demand(`the length of ${place}`, Array.isArray(list) ? list.length : undefined, count)
    }
  }
  for (const [place, wanted] of Object.entries(expected.values ?? {})) {
    const values = valuesAt(answer.body, place)
    demand(place, place.includes('*') ? values : values[0], wanted)
  }
  for (const [place, said] of Object.entries(expected.kinds ?? {})) {
    const is = kinds[said.replace('?', '')]
    if (!is) throw new Error(`${said} is no kind of value`)
    const values = valuesAt(answer.body, place)
    // A list without an element would prove nothing.
    if (values.length === 0) found.push(`${place} has no values`)
    for (const value of values) {
      if (is(value) || (said.endsWith('?') && (value ?? null) === null)) continue
      found.push(`${place} is ${JSON.stringify(value)}, not of the kind ${said}`)
    }
  }
  const { shorterThan } = expected
  if (shorterThan !== undefined && answer.text.length >= shorterThan) {
    found.push(`the answer has ${answer.text.length} bytes, not less than ${shorterThan}`)
  }
  return found
}
