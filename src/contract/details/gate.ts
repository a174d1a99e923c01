import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { listOf } from '../parameters/query.ts'
import { renamedFilesList } from './renamed-files.ts'

const line = (length: number) => z.string().check(z.minLength(1), z.maxLength(length))

export const evaluateGateBody = z.object({
  commit: line(64),
  ref: z.optional(line(500)),
  base: z.optional(line(500)),
  strict: z.optional(z.boolean()),
  dry_run: z.optional(z.boolean()),
  changed_files: z.optional(listOf(line(4096), 5000)),
  renamed_files: z.optional(renamedFilesList),
})

const comparison =
  'The base is the newest full scan of the same source on the primary branch. `base` names another ref: one that the project lists as protected may pass, any other informs only. `strict=true` counts all findings of a source that has no full scan on the base.'

export const details = {
  getGate: {
    mark: 'extension',
    summary: 'Read the verdict on a commit of a project',
    description: `\`pass\`, \`fail\` or \`none\`, over all sources that sent a scan of the commit, by the modes and decisions of now. Without \`commit\`, it is about the newest commit of the ref that a scan names. ${comparison} \`none\` has its \`reasons\`: no scan, a scan that failed, is held or still imported, another commit, or a required source that is missing. The verdict is stored where it differs from the newest one of the same comparison, unless the comparison only informs. The response contains neither code nor values of secrets.`,
  },
  getScanGate: {
    mark: 'extension',
    summary: 'Read the verdict on the commit of a scan',
    description: `As the verdict on a commit, for the commit and ref of the scan. ${comparison}`,
  },
  evaluateGate: {
    mark: 'extension',
    summary: 'Evaluate a commit of a project again',
    description: `As the verdict on a commit. \`changed_files\` are the paths that differ between the base and the commit: a finding of a rule that was unknown when the base was scanned, in a file that is not among them, is listed as \`newly_detected\` and does not block; later evaluations of the same scans remember that. \`renamed_files\` are the files that version control calls renamed since the base (\`git diff -M\`), each path once. With \`dry_run\`, the verdict is not stored. ${comparison}`,
    body: evaluateGateBody,
  },
  listGateVerdicts: {
    mark: 'extension',
    summary: 'List the verdicts on commits of a project, newest first',
    description:
      '`X-Total-Count` has the number of all. `last_run` is the newest scan of the project that names a commit, whatever is listed: whether a pipeline has reported.',
  },
} satisfies Record<string, OperationDetails>
