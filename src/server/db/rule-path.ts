import { createHash, randomUUID } from 'node:crypto'

/** The longest rule path that operations accept. Source: the contract, `rulePath`. */
const maxPathLength = 1000
/** Above this number the suffix is random, so that a file full of numbered ids cannot make the search long. */
const maxSuffix = 20

/**
 * A candidate path for a rule: first its id in the tool, then prefixed with the tool's name, then numbered too. The
 * caller uses the first one that no other rule of the deployment has.
 * @param attempt counts from 0. In one attempt, different ids give different paths.
 */
export function rulePathAt(tool: string, toolRule: string, attempt: number): string {
  if (attempt === 0) return toolRule
  const path = truncatePath(`${tool.slice(0, 100)}/${toolRule}`)
  if (attempt === 1) return path
  return `${path}-${attempt > maxSuffix ? randomUUID().slice(0, 8) : attempt}`
}

/** Long ids may differ only at their end, so the truncated part is replaced by a hash. */
function truncatePath(path: string): string {
  if (path.length <= maxPathLength - 10) return path.toWellFormed()
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 16)
  return `${path.slice(0, maxPathLength - 30).toWellFormed()}~${hash}`
}
