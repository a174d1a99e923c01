import { plural } from '#lib/text/format.ts'

/** Texts of the export of a list. */
export const csvLabels = {
  exportCsv: 'Export CSV',
  saved: (count: number, noun: string, nouns: string | undefined) => `${plural(count, noun, nouns)} saved`,
  exported: (count: string) => `${count} exported`,
  cancel: 'Cancel',
  saveFailed: (title: string) => `Couldn't save: ${title}`,
} as const
