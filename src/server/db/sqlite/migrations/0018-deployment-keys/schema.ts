import { dependencyIndexes, dependencyTables } from './dependency-tables.ts'
import { deploymentIndexes, deploymentTables } from './deployment-tables.ts'
import { findingIndexes, findingTables } from './finding-tables.ts'
import { policyIndexes, policyTables } from './policy-tables.ts'
import { projectIndexes, projectTables } from './project-tables.ts'

// Every key of a deployment's data begins with `deployment_id`, so that tables can be distributed or partitioned by it.
// What belongs to something else is deleted with it. Source: docs/decisions/0049-deployment-keys.md

/** Tables, each after those that it refers to. */
export const tables = [
  ...deploymentTables,
  ...projectTables,
  ...policyTables,
  ...findingTables,
  ...dependencyTables,
]

export const indexes = [
  ...deploymentIndexes,
  ...projectIndexes,
  ...policyIndexes,
  ...findingIndexes,
  ...dependencyIndexes,
]
