import { plural } from '#lib/text/format.ts'

export const labels = {
  title: 'Code owners',
  hint: 'A CODEOWNERS file gives findings an owner by the files that they are in. The last matching line counts. Manually assigned findings keep their owner.',
  failed: "Couldn't load the CODEOWNERS file",
  file: 'CODEOWNERS file',
  example: '/docs/ @acme/writers\n*.sql ann@acme.example',
  none: 'The project has no CODEOWNERS file yet. Write one here, or let the pipeline send the one of the repository.',
  sentBy: 'Sent by',
  setBy: 'Set by',
  keeps: 'A file that is saved here replaces those that pipelines send.',
  save: 'Save',
  saved: 'CODEOWNERS file saved',
  remove: 'Remove',
  removed: 'CODEOWNERS file removed',
  inBackground: 'Owners of findings change in the background.',
  invalid: 'These lines are not used',
} as const

export const lineCount = (count: number) => `${plural(count, 'line')} with files`
export const invalidLine = (line: number, reason: string) => `Line ${line}: ${reason}`
