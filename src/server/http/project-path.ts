const projectAddress = /^(\/api\/v1\/deployments\/[^/?]+\/projects\/)([^?]+)(\?.*)?$/

/**
 * Writes the project's name in an address as one part, its slashes as `%2F`, so that the router sees one parameter
 * however deep the name is. A raw path that ends in `/tags` is the tags of what precedes it; a project really named
 * so is reached as `%2Ftags`. Source: docs/api.md#projects.
 */
export function projectNameAsOnePart(url: string): string {
  const [, before, rest, query = ''] = projectAddress.exec(url) ?? []
  if (before === undefined || rest === undefined) return url
  const ofTags = /^(.+)\/tags$/.exec(rest)?.[1]
  const name = (ofTags ?? rest).replaceAll('/', '%2F')
  return `${before}${name}${ofTags === undefined ? '' : '/tags'}${query}`
}
