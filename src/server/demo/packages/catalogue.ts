import * as z from 'zod/mini'
import { listOf, readContent } from '../content.ts'

export const ecosystemSchema = z.enum(['npm', 'pypi', 'maven', 'gomod', 'gem', 'cargo', 'nuget', 'composer'])

export type Ecosystem = z.infer<typeof ecosystemSchema>

/** A package as registries know it: its license (SPDX) and versions that were really published, newest first. */
const packageSchema = z.strictObject({ name: z.string(), license: z.string(), versions: listOf(z.string()) })

/** Returns the packages of an ecosystem that projects of the demo use. */
export function packagesOf(ecosystem: Ecosystem): z.infer<typeof packageSchema>[] {
  return readContent(`packages/${ecosystem}.json`, z.array(packageSchema))
}
