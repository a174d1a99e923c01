import * as z from 'zod/mini'

/** Of what kind the values of an answer are, by their place: one of the words that `play` knows, `?` behind it if need be. */
const shape = z.record(z.string(), z.string())
export type Shape = z.infer<typeof shape>

/** What is asserted of an answer. Places in it are keys with dots between, `*` for each element of a list. */
const expectation = z.strictObject({
  status: z.int(),
  /** The name of a shape. */
  shape: z.optional(z.string()),
  kinds: z.optional(shape),
  /** The length of lists. */
  counts: z.optional(z.record(z.string(), z.int())),
  values: z.optional(z.record(z.string(), z.unknown())),
  /** Headers of the answer; null for one that is not there. */
  headers: z.optional(z.record(z.string(), z.nullable(z.string()))),
  /** The answer is shorter than so many bytes. */
  shorterThan: z.optional(z.int()),
})
export type Expectation = z.infer<typeof expectation>

const request = z.strictObject({
  /** Method and address as they stand on the wire; `{{name}}` is what an answer before was asked to keep. */
  request: z.string(),
  body: z.optional(z.unknown()),
  expect: expectation,
  /** What of the answer is used by requests after it, by the name that it gets. */
  keep: z.optional(z.record(z.string(), z.string())),
})

/** A client and what it sends, in its order. */
const client = z.strictObject({
  client: z.string(),
  /** What it sends with every request beside its token. */
  headers: z.record(z.string(), z.string()),
  headersWithBody: z.optional(z.record(z.string(), z.string())),
  /** The fields that it reads, as shapes. */
  reads: z.optional(z.record(z.string(), shape)),
  requests: z.array(request),
})
export type Client = z.infer<typeof client>

const file = z.strictObject({ shapes: z.record(z.string(), shape), clients: z.array(client) })

/** Reads the file of requests. @throws ZodError for a field that means nothing. */
export const readClients = (json: string) => z.parse(file, JSON.parse(json))
