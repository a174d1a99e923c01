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

/** File names of reports in a folder or an archive, as messages list them. */
export const reportNames = '*.json, *.sarif, bom.xml or *.cdx.xml, plain or .gz'

/** XML only under the names that CycloneDX recommends: reports of tests are XML, too, and often in the same folder. */
const reportName = /^(?:[^.].*\.(?:json|sarif|cdx\.xml)|bom\.xml)(?:\.gz)?$/i

/** Whether a file in a folder or an archive looks like a report, by its name. Hidden files do not. */
export const isReportName = (name: string): boolean => reportName.test(name)
