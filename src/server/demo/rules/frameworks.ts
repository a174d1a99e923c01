import * as z from 'zod/mini'
import { listOf, readContent } from '../content.ts'
import { languageSchema } from './languages.ts'

/** How a web framework receives a request and responds. */
const frameworkSchema = z.strictObject({
  key: z.string(),
  name: z.string(),
  language: languageSchema,
  handler: listOf(z.string()).check(
    z.refine((lines) => lines.some((line) => line.trim() === '{body}'), 'no line is {body}'),
  ),
  html: z.string(),
  redirect: z.string(),
  header: z.string(),
})

export type Framework = z.infer<typeof frameworkSchema>

const list = readContent('frameworks.json', z.array(frameworkSchema))

export const frameworks: ReadonlyMap<string, Framework> = new Map(list.map((one) => [one.key, one]))
