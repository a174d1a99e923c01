import { indexes, tables } from './0018-deployment-keys/schema.ts'
import { statements as statistics } from './0020-statistics.ts'
import { statements as fewerIndexes } from './0021-fewer-indexes.ts'
import { statements as signInCodes } from './0022-sign-in-codes.ts'
import { statements as gate } from './0023-gate.ts'
import { statements as ignoredUntil } from './0024-ignored-until.ts'
import { statements as mergeQueues } from './0025-merge-queues.ts'
import { statements as people } from './0026-people.ts'
import { statements as dueDates } from './0027-due-dates.ts'
import { statements as owners } from './0028-owners.ts'
import { statements as notifications } from './0029-notifications.ts'
import { statements as approvals } from './0030-approvals.ts'
import { statements as comments } from './0031-comments.ts'
import { statements as ignoreEnds } from './0032-ignore-ends.ts'
import { statements as inbox } from './0033-inbox.ts'
import { statements as teamGroups } from './0034-team-groups.ts'
import { statements as notificationEvents } from './0035-notification-events.ts'
import { statements as tokenProjects } from './0036-token-projects.ts'
import { statements as scanScopes } from './0037-scan-scopes.ts'
import { statements as resources } from './0038-resources.ts'
import { statements as ruleRenames } from './0039-rule-renames.ts'
import { statements as refs } from './0040-refs.ts'
import { statements as threads } from './0041-threads.ts'
import { statements as tokensOfCode } from './0042-tokens-of-code.ts'
import { statements as renamedProjects } from './0043-renamed-projects.ts'
import { statements as newDependencies } from './0044-new-dependencies.ts'
import { up as maskedCredentials } from './0045-masked-credentials.ts'
import { statements as artifactsOfFindings } from './0046-artifacts-of-findings.ts'
import { statements as platformNames } from './0047-platform-names.ts'
import { statements as partsOfFindings } from './0048-parts-of-findings.ts'
import { statements as formerTokenNames } from './0049-former-token-names.ts'
import { statements as ruleTexts } from './0050-rule-texts.ts'
import { statements as projectsOfPolicies } from './0051-projects-of-policies.ts'
import { up as credentialsInUrls } from './0052-credentials-in-urls.ts'
import { statements as linksAndFiles } from './0053-links-and-files.ts'
import { statements as answersAndAuditTargets } from './0054-answers-and-audit-targets.ts'
import { statements as ruleHelp } from './0057-rule-help.ts'
import { earlierMigrations } from './earlier.ts'
import { type Migrations, providerOf } from './steps.ts'

/** The migration that makes the tables, and before whose indexes the rows of an earlier database are copied. */
export const firstMigration = '0018-deployment-keys'

/** The migrations of a database, in their order. */
export const migrations: Migrations = {
  [firstMigration]: tables,
  '0019-indexes': indexes,
  '0020-statistics': statistics,
  '0021-fewer-indexes': fewerIndexes,
  '0022-sign-in-codes': signInCodes,
  '0023-gate': gate,
  '0024-ignored-until': ignoredUntil,
  '0025-merge-queues': mergeQueues,
  '0026-people': people,
  '0027-due-dates': dueDates,
  '0028-owners': owners,
  '0029-notifications': notifications,
  '0030-approvals': approvals,
  '0031-comments': comments,
  '0032-ignore-ends': ignoreEnds,
  '0033-inbox': inbox,
  '0034-team-groups': teamGroups,
  '0035-notification-events': notificationEvents,
  '0036-token-projects': tokenProjects,
  '0037-scan-scopes': scanScopes,
  '0038-resources': resources,
  '0039-rule-renames': ruleRenames,
  '0040-refs': refs,
  '0041-threads': threads,
  '0042-tokens-of-code': tokensOfCode,
  '0043-renamed-projects': renamedProjects,
  '0044-new-dependencies': newDependencies,
  '0045-masked-credentials': maskedCredentials,
  '0046-artifacts-of-findings': artifactsOfFindings,
  '0047-platform-names': platformNames,
  '0048-parts-of-findings': partsOfFindings,
  '0049-former-token-names': formerTokenNames,
  '0050-rule-texts': ruleTexts,
  '0051-projects-of-policies': projectsOfPolicies,
  '0052-credentials-in-urls': credentialsInUrls,
  '0053-links-and-files': linksAndFiles,
  '0054-answers-and-audit-targets': answersAndAuditTargets,
  '0057-rule-help': ruleHelp,
}

/** Names of the migrations of a database. */
export const migrationNames = Object.keys(migrations)

/** Names of those that an earlier database has instead. */
export const earlierMigrationNames = Object.keys(earlierMigrations)

/** Whether this version knows a migration, and so can read or update a database that has it. */
export const isKnownMigration = (name: string): boolean =>
  migrationNames.includes(name) || earlierMigrationNames.includes(name)

/** The newest migration, which names the schema. */
export const schemaVersion = migrationNames.at(-1) ?? ''

export const migrationProvider = providerOf(migrations)

export const earlierMigrationProvider = providerOf(earlierMigrations)
