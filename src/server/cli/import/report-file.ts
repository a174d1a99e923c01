import type { Readable } from 'node:stream'

/** A file to upload. */
export interface ReportFile {
  /** The file's name as given, or its folder or archive and its name there. */
  name: string
  /** Whether it is a file in an archive. */
  isArchived?: boolean
  open(): Readable
}

/** The limit of one file in bytes, uncompressed. */
export const maxFileSize = 1024 ** 3

/** The endings and the names of reports in a folder or an archive, of the files that the service reads. */
const endings = ['json', 'jsonl', 'ndjson', 'sarif', 'csv', 'cdx.xml']
/** XML only under the names of its tools: reports of tests are XML, too, and often in the same folder. */
const names = ['bom.xml', 'dependency-check-report.xml']

const allNames = [...endings.map((ending) => `*.${ending}`), ...names]

/** File names of reports, as messages and the help list them. */
export const reportNames = `${allNames.slice(0, -1).join(', ')} or ${allNames.at(-1)}`

const escaped = (some: readonly string[]) => some.join('|').replaceAll('.', '\\.')
const reportName = new RegExp(`^(?:[^.].*\\.(?:${escaped(endings)})|${escaped(names)})(?:\\.gz)?$`, 'i')

/** Whether a file in a folder or an archive looks like a report, by its name. Hidden files do not. */
export const isReportName = (name: string): boolean => reportName.test(name)
