import { plural } from '#lib/text/format.ts'
import { formatBytes } from '#lib/text/units.ts'
import type { Manifest } from './manifest.ts'

/** What a backup contains, in one line for people. */
export function summaryOf({ content, files }: Manifest): string {
  const rows = (table: string) => content.tables[table] ?? 0
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return [
    plural(content.deployments.length, 'deployment'),
    plural(rows('project'), 'project'),
    plural(rows('finding'), 'finding'),
    plural(rows('scan'), 'scan'),
    plural(files.length - 1, 'export file'),
    formatBytes(bytes),
  ].join(', ')
}
