const projectAddress = /^(\/api\/v1\/deployments\/[^/?]+\/projects\/)([^?]+)(\?.*)?$/

/**
 * Encodes the project's name in a path as one segment, its slashes as `%2F`, so that the router sees one parameter
 * regardless of the name's depth. A raw path that ends in `/tags` refers to the tags of the preceding project; a
 * project with such a name is addressed with `%2Ftags`. Source: docs/api.md#projects.
 */
export function projectNameAsOnePart(url: string): string {
  const [, before, rest, query = ''] = projectAddress.exec(url) ?? []
  if (before === undefined || rest === undefined) return url
  const ofTags = /^(.+)\/tags$/.exec(rest)?.[1]
  const name = (ofTags ?? rest).replaceAll('/', '%2F')
  return `${before}${name}${ofTags === undefined ? '' : '/tags'}${query}`
}
