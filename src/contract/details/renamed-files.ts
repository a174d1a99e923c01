import * as z from 'zod/mini'
import { listOf } from '../parameters/query.ts'

const path = z.string().check(z.minLength(1), z.maxLength(4096))

/** The files that version control knows under other paths than on the base. */
export const renamedFilesList = listOf(z.object({ from: path, to: path }), 5_000)
