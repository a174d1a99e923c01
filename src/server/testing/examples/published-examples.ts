import { Feed } from '#server/http/events/feed.ts'
import type { PublishedExample } from '../../http/openapi/examples.ts'
import { filledService } from '../filled-service.ts'
import { cases, sendExample } from './send-example.ts'

/** Items of a list, plain values of one, characters and lines of a text that an example shows. */
const maxItems = 1
const maxValues = 2
const maxCharacters = 200
const maxLines = 3

/**
 * Plays the first example of each operation against the made-up organisation.
 * @returns what was asked and answered, short, and the same at every run.
 */
export async function publishedExamples(): Promise<Record<string, PublishedExample>> {
  const place = await filledService(1)
  const known = new Set<string>()
  const examples: Record<string, PublishedExample> = {}
  const steady = steadyValues()
  for (const one of cases) {
    const { operation } = one
    if (known.has(operation.id)) continue
    known.add(operation.id)
    const request = (await one.example.request?.(place)) ?? {}
    const { status, body, text, headers } = await sendExample(place, one, request)
    const path: Record<string, string | number> = { ...place.at, ...request.path }
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const query =
      typeof request.query === 'string'
        ? Object.fromEntries(new URLSearchParams(request.query))
        : (request.query ?? {})
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
    const response = operation.id === 'streamEvents' ? anEvent() : answered(operation.id, type, body, text)
    examples[operation.id] = {
      path: steady(Object.fromEntries(names.map((name) => [name, String(path[name])]))),
      query: steady(query),
      ...(request.body === undefined ? {} : { body: shortened(steady(sent(request.body))) }),
      status,
      ...(type === '' ? {} : { type }),
      ...(response === undefined || status === 204 ? {} : { answer: shortened(steady(response)) }),
    }
  }
  return Object.fromEntries(Object.entries(examples).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function sent(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return body
  const text = body.toString()
  return text.startsWith('{') ? JSON.parse(text) : text
}

function answered(id: string, type: string, body: unknown, text: string): unknown {
  if (id === 'getOpenApi') return { openapi: Object(body).openapi, info: { title: Object(body).info.title } }
  if (/json$/.test(type)) return typeof body === 'string' ? JSON.parse(body) : body
  return text.split(/\r?\n/).slice(0, maxLines).join('\n')
}

function anEvent(): string {
  const feed = new Feed(41)
  let told = ''
  feed.listen(({ text }) => {
    told += text
  })
  feed.add({ deploymentId: 1, changeNumber: 42, findings: [17], all: false, events: [] })
  feed.close()
  return told
}

/** The beginning of each list and text. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > maxCharacters ? `${value.slice(0, maxCharacters)}…` : value
  if (Array.isArray(value)) {
    const plain = value.every((part) => typeof part !== 'object')
    return value.slice(0, plain ? maxValues : maxItems).map(shortened)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]))
}

const words = [
  'alpha',
  'beta',
  'gamma',
  'delta',
  'epsilon',
  'zeta',
  'eta',
  'theta',
  'iota',
  'kappa',
  'lambda',
  'mu',
]

/** What is drawn by chance, or a credential, by the name of its field; the number tells one from another. */
const randomFields: Record<string, (number: number) => string> = {
  secret: () => 'gate_example',
  token: () => 'gate_example',
  taskToken: (number) => `example-task-${number}`,
  downloadToken: () => 'example-download',
  downloadUrl: () => 'https://gatehouse.example/api/v1/sbom/download/example-download',
  filterId: () => 'example-filter',
  messageId: (number) => `msg_example${number}`,
  sha256: () => '0'.repeat(64),
}

/** Gives the same value for what is drawn by chance, and no credential, at every run. */
function steadyValues() {
  const drawn = new Map<string, number>()
  const numberOf = (kind: string, match: string) => {
    const key = `${kind} ${match}`
    const count = [...drawn.keys()].filter((known) => known.startsWith(`${kind} `)).length
    const number = drawn.get(key) ?? count + 1
    drawn.set(key, number)
    return number
  }
  const steadyText = (text: string) =>
    text
      .replaceAll('http://127.0.0.1:4400', 'https://gatehouse.example')
      .replaceAll('0.0.0-test', '1.0.0')
      .replace(/^http:\/\/127\.0\.0\.1:\d+\/auth\?.*/, 'https://id.example/auth?client_id=gatehouse')
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (match) => {
        const number = numberOf('word', match)
        return words[(number - 1) % words.length] ?? ''
      })
  const steady = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') {
      const field = name === 'id' && /^[\w-]{16}$/.test(value) ? 'filterId' : name
      return randomFields[field]?.(numberOf(field, value)) ?? steadyText(value)
    }
    if (Array.isArray(value)) return value.map((part) => steady(part))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, steady(part, key)]))
  }
  // parse: a value of the same form.
  return <T>(value: T) => steady(value) as T
}
