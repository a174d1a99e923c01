import type { FastifyReply } from 'fastify'

const maxNameLength = 100
const maxHeaderLength = 2000

/**
 * Lists in the header `X-Ignored-Parameters` the parts of a request that have no effect on its operation: query
 * parameters and body fields, nested fields as `part.name`. Characters other than plain ASCII are percent-encoded.
 * `...` replaces names that exceed the header's size. Source: docs/api.md#query-parameters.
 */
export function addIgnoredHeader(reply: FastifyReply, names: Iterable<string>): void {
  let header = ''
  for (const name of new Set(names)) {
    const next = header === '' ? plainName(name) : `${header}, ${plainName(name)}`
    if (next.length > maxHeaderLength) {
      header += ', ...'
      break
    }
    header = next
  }
  if (header !== '') reply.header('x-ignored-parameters', header)
}

/** Commas separate names, and a percent sign begins an encoded character. */
const plainName = (name: string) =>
  name
    .slice(0, maxNameLength)
    .toWellFormed()
    .replace(/[^!#-$&-+\--~]/gu, encodeURIComponent)
