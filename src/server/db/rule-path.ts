import { createHash, randomUUID } from 'node:crypto'

/** What operations take for a rule's path. Source: the contract, `rulePath`. */
const maxPathLength = 1000
/** From here on the number is random, so that no file full of numbered ids can make the search long. */
const maxSuffix = 20

/**
 * A path under which a rule could be displayed: its id in the tool first, then with the tool's name in front, then
 * numbered as well. The first that no other rule of the deployment has is the one to take.
 * @param attempt counts from 0. In one attempt, different ids give different paths.
 */
export function rulePathAt(tool: string, toolRule: string, attempt: number): string {
  if (attempt === 0) return toolRule
  const path = truncatePath(`${tool.slice(0, 100)}/${toolRule}`)
  if (attempt === 1) return path
  return `${path}-${attempt > maxSuffix ? randomUUID().slice(0, 8) : attempt}`
}

/** Long ids may differ at their end alone, so that a hash stands for what is cut off. */
function truncatePath(path: string): string {
  if (path.length <= maxPathLength - 10) return path.toWellFormed()
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 16)
  return `${path.slice(0, maxPathLength - 30).toWellFormed()}~${hash}`
}
