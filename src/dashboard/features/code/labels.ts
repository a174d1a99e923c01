import { plural } from '#lib/text/format.ts'

/** Labels of the code of a finding. */
export const codeLabels = {
  of: (path: string | undefined) => (path ? `Code of ${path}` : 'Code'),
  /** What its copy button copies. */
  copied: 'code',
  hidden: (count: number) => `${plural(count, 'more line')} not shown.`,
  none: 'The scan did not include code.',
  withheld: 'Not stored: it may show a credential.',
} as const
