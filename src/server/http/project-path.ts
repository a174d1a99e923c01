const projectAddress = /^(\/api\/v1\/deployments\/[^/?]+\/projects\/)([^?]+)(\?.*)?$/

/** What a path may name of a project. */
const projectPart = /^(.+?)(\/(?:tags|gate|gate\/verdicts))$/
/** What only a POST may name. */
const projectAction = /^(.+?)(\/(?:rename|merge|split))$/

/**
 * Encodes the project's name in a path as one segment, its slashes as `%2F`, so that the router sees one parameter
 * regardless of the name's depth. A raw path that ends in the name of a part, such as `/tags`, refers to that part of the
 * preceding project; a project with such a name is addressed with `%2Ftags`. So does `/rename` in a POST. Source: docs/api.md#projects.
 */
export function projectNameAsOnePart(url: string, method = 'GET'): string {
  const [, before, rest, query = ''] = projectAddress.exec(url) ?? []
  if (before === undefined || rest === undefined) return url
  const [, of = rest, part = ''] =
    projectPart.exec(rest) ?? (method === 'POST' ? projectAction.exec(rest) : null) ?? []
  return `${before}${of.replaceAll('/', '%2F')}${part}${query}`
}
