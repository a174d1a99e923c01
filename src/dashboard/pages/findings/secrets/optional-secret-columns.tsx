import { optionalColumnsForAll } from '../columns/optional-columns.tsx'
import { secretColumns } from './secret-columns.tsx'

/** The optional columns of the secrets list, including those of one-line rows. */
export const optionalSecretColumns = [...secretColumns.compact, ...optionalColumnsForAll]
