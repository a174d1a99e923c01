import type { Tool } from './tool.ts'
import { codeTools } from './tools/code.ts'
import { dependencyTools } from './tools/dependencies.ts'
import { infrastructureTools } from './tools/infrastructure.ts'
import { otherTools } from './tools/other.ts'
import { secretTools } from './tools/secrets.ts'

/** The tools whose own reports are recognized, in the order of the checks: the first match is named. */
export const tools: readonly Tool[] = [
  ...secretTools,
  ...codeTools,
  ...infrastructureTools,
  ...dependencyTools,
  ...otherTools,
]
