import { type Kysely, sql } from 'kysely'
import type { MigrationProvider } from 'kysely/migration'
import { maskStoredCredentials } from '../../masking/mask-stored-credentials.ts'
import { maskStoredUrls } from '../../masking/mask-stored-urls.ts'
import { answersAndAuditTargets } from './answers-and-audit-targets.ts'
import { approvals } from './approvals.ts'
import { artifactsOfFindings } from './artifacts-of-findings.ts'
import { comments } from './comments.ts'
import { dependencyIndexes, dependencyTables } from './dependency-tables.ts'
import { deploymentIndexes, deploymentTables } from './deployment-tables.ts'
import { dueDates } from './due-dates.ts'
import { findingIndexes, findingTables } from './finding-tables.ts'
import { formerTokenNames } from './former-token-names.ts'
import { gateTable } from './gate-table.ts'
import { ignoreEnds } from './ignore-ends.ts'
import { ignoredUntil } from './ignored-until.ts'
import { inbox } from './inbox.ts'
import { linksAndFiles } from './links-and-files.ts'
import { mergeQueues } from './merge-queues.ts'
import { newDependencies } from './new-dependencies.ts'
import { notificationEvents } from './notification-events.ts'
import { notificationTables } from './notification-tables.ts'
import { ownerTables } from './owner-tables.ts'
import { partsOfFindings } from './parts-of-findings.ts'
import { peopleTables } from './people-tables.ts'
import { platformNames } from './platform-names.ts'
import { policyIndexes, policyTables } from './policy-tables.ts'
import { projectIndexes, projectTables } from './project-tables.ts'
import { projectsOfPolicies } from './projects-of-policies.ts'
import { refs } from './refs.ts'
import { renamedProjects } from './renamed-projects.ts'
import { resources } from './resources.ts'
import { ruleHelp } from './rule-help.ts'
import { ruleRenames } from './rule-renames.ts'
import { ruleTexts } from './rule-texts.ts'
import { scanScopes } from './scan-scopes.ts'
import { sharedTables } from './shared-tables.ts'
import { stagingTable, upgradeFunction } from './staging-table.ts'
import { teamGroups } from './team-groups.ts'
import { threads } from './threads.ts'
import { tokenProjects } from './token-projects.ts'
import { tokensOfCode } from './tokens-of-code.ts'

// The tables are those of the embedded engine: `bigint` for its integers, and texts in the order of their bytes, as it
// has them. Source: docs/decisions/0050-postgresql.md

/** Statements in their order; a function where what is to be done follows from what is stored. */
type Steps = readonly string[] | ((db: Kysely<unknown>) => Promise<unknown>)

/** The migrations of a database, in their order. A name once released never changes. */
export const migrations: Readonly<Record<string, Steps>> = {
  '0001-tables': [
    upgradeFunction,
    ...deploymentTables,
    ...projectTables,
    ...policyTables,
    ...findingTables,
    ...dependencyTables,
    stagingTable,
  ],
  '0002-indexes': [
    ...deploymentIndexes,
    ...projectIndexes,
    ...policyIndexes,
    ...findingIndexes,
    ...dependencyIndexes,
  ],
  '0003-shared': sharedTables,
  '0004-gate': gateTable,
  '0005-ignored-until': ignoredUntil,
  '0006-merge-queues': mergeQueues,
  '0007-people': peopleTables,
  '0008-due-dates': dueDates,
  '0009-owners': ownerTables,
  '0010-notifications': notificationTables,
  '0011-approvals': approvals,
  '0012-comments': comments,
  '0013-ignore-ends': ignoreEnds,
  '0014-inbox': inbox,
  '0015-team-groups': teamGroups,
  '0016-notification-events': notificationEvents,
  '0017-token-projects': tokenProjects,
  '0018-scan-scopes': scanScopes,
  '0019-resources': resources,
  '0020-rule-renames': ruleRenames,
  '0021-refs': refs,
  '0022-threads': threads,
  '0023-tokens-of-code': tokensOfCode,
  '0024-renamed-projects': renamedProjects,
  '0025-new-dependencies': newDependencies,
  '0026-masked-credentials': maskStoredCredentials,
  '0027-artifacts-of-findings': artifactsOfFindings,
  '0028-platform-names': platformNames,
  '0029-parts-of-findings': partsOfFindings,
  '0030-former-token-names': formerTokenNames,
  '0031-rule-texts': ruleTexts,
  '0032-projects-of-policies': projectsOfPolicies,
  '0033-credentials-in-urls': maskStoredUrls,
  '0034-links-and-files': linksAndFiles,
  '0035-answers-and-audit-targets': answersAndAuditTargets,
  '0038-rule-help': ruleHelp,
}

/** Names of the migrations, in their order. */
export const migrationNames = Object.keys(migrations)

/** Gives migrations to the migrator of the query builder. */
export const providerOf = (given: Readonly<Record<string, Steps>>): MigrationProvider => ({
  getMigrations: async () =>
    Object.fromEntries(
      Object.entries(given).map(([name, statements]) => [
        name,
        {
          async up(db: Kysely<unknown>) {
            if (typeof statements === 'function') await statements(db)
            else for (const statement of statements) await sql.raw(statement).execute(db)
          },
        },
      ]),
    ),
})
