import { statements as first } from './0001-first.ts'
import { statements as triageDesk } from './0002-triage-desk.ts'
import { statements as policyChanges } from './0003-policy-changes.ts'
import { statements as quickLists } from './0004-quick-lists.ts'
import { statements as kindsOfScans } from './0005-kinds-of-scans.ts'
import { statements as billsOfMaterials } from './0006-bills-of-materials.ts'
import { up as rulesOfTools } from './0007-rules-of-tools.ts'
import { statements as identity } from './0008-identity.ts'
import { up as oldSecrets } from './0009-old-secrets.ts'
import { statements as messages } from './0010-messages.ts'
import { statements as quotas } from './0011-quotas.ts'
import { statements as originOfTokens } from './0012-origin-of-tokens.ts'
import { up as names } from './0013-names.ts'
import { up as secretsInCode } from './0014-secrets-in-code.ts'
import { statements as changeLog } from './0015-change-log.ts'
import { statements as leases } from './0016-leases.ts'
import { statements as fewerIndexes } from './0017-fewer-indexes.ts'
import type { Migrations } from './steps.ts'

/**
 * The migrations of databases whose keys did not begin with the deployment, from before 0018. They run in place; then the
 * rows are copied into a file of the present form.
 */
export const earlierMigrations: Migrations = {
  '0001-first': first,
  '0002-triage-desk': triageDesk,
  '0003-policy-changes': policyChanges,
  '0004-quick-lists': quickLists,
  '0005-kinds-of-scans': kindsOfScans,
  '0006-bills-of-materials': billsOfMaterials,
  '0007-rules-of-tools': rulesOfTools,
  '0008-identity': identity,
  '0009-old-secrets': oldSecrets,
  '0010-messages': messages,
  '0011-quotas': quotas,
  '0012-origin-of-tokens': originOfTokens,
  '0013-names': names,
  '0014-secrets-in-code': secretsInCode,
  '0015-change-log': changeLog,
  '0016-leases': leases,
  '0017-fewer-indexes': fewerIndexes,
}
