import * as z from 'zod/mini'
import { listOf, readContent } from '../content.ts'

export const languageSchema = z.enum([
  'javascript',
  'typescript',
  'python',
  'java',
  'kotlin',
  'go',
  'ruby',
  'php',
  'csharp',
  'c',
  'cpp',
  'rust',
  'swift',
  'terraform',
  'dockerfile',
  'github-actions',
  'kubernetes',
  'html',
  'bash',
])

export type Language = z.infer<typeof languageSchema>

/** Each language with its usual file paths and a function to put short code into. */
export const languages = readContent(
  'languages.json',
  z.record(
    languageSchema,
    z.strictObject({
      name: z.string(),
      indent: z.string(),
      paths: listOf(z.string()),
      function: z.optional(z.strictObject({ before: z.array(z.string()), after: z.array(z.string()) })),
    }),
  ),
)
