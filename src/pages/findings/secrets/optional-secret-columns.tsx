import { optionalColumnsForAll } from '../columns/optional-columns.tsx'
import { secretColumns } from './secret-columns.tsx'

/** What else the list of secrets can show; the columns of one-line rows are among it. */
export const optionalSecretColumns = [...secretColumns.compact, ...optionalColumnsForAll]
