import { sharedColumns } from '../columns-more.tsx'
import { secretColumns } from './columns-secrets.tsx'

/** What else the list of secrets can show; the columns of one-line rows are among it. */
export const moreSecretColumns = [...secretColumns.compact, ...sharedColumns]
