import * as z from 'zod/mini'
import { readContent } from '../content.ts'

const { delivery, application, advisories } = readContent(
  'frequent-rules.json',
  z.strictObject({
    delivery: z.array(z.string()),
    application: z.array(z.string()),
    advisories: z.array(z.string()),
  }),
)

/** Rules for delivery files, which every project has. */
export const deliveryPaths: ReadonlySet<string> = new Set(delivery)

/** The paths that must be among the rules of every profile. */
export const frequentPaths: ReadonlySet<string> = new Set([...delivery, ...application])

/** Advisories of packages that nearly every lockfile of their ecosystem holds. */
export const frequentAdvisories: ReadonlySet<string> = new Set(advisories)
