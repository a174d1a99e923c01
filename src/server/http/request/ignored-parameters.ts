import type { FastifyReply } from 'fastify'

const maxNameLength = 100
const maxHeaderLength = 2000

/**
 * Names in the header `X-Ignored-Parameters` what of a request says nothing to its operation: parameters of the query and
 * fields of the body, those of parts as `part.name`. What is no plain ASCII is percent-encoded. `...` stands for what the
 * header has no room for. Source: docs/api.md#query-parameters.
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

/** A comma ends a name, and a percent sign begins an encoded one. */
const plainName = (name: string) =>
  name
    .slice(0, maxNameLength)
    .toWellFormed()
    .replace(/[^!#-$&-+\--~]/gu, encodeURIComponent)
