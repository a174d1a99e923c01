import { readConfig } from '#server/base/config/config.ts'
import type { Connection } from '#server/operations/client/connection.ts'
import { type Command, escapeLine, printError, printLine, WrongUse } from '#server/operations/command.ts'
import { createProgress } from '#server/operations/progress.ts'
import { chooseDeployment } from './choose-deployment.ts'
import { connect } from './connect.ts'
import { findFiles } from './import/files.ts'
import { importHelp } from './import/help.ts'
import { outcomeLines, searchedLines } from './import/lines.ts'
import { documentOf } from './import/outcome.ts'
import { renamedSinceBase, withCheckout } from './import/renamed-files.ts'
import type { ReportFile } from './import/report-file.ts'
import { readRequest, type UploadRequest } from './import/request.ts'
import { changeSource } from './import/sources.ts'
import { partsOf, type Uploads, uploadFiles } from './import/upload.ts'

/** Uploads scanners' files to `POST …/scans`, and retires sources. Source: docs/api.md#scans. */
export const importFiles: Command = {
  help: importHelp,
  async run(words) {
    const request = readRequest(words)
    if (request.action !== 'upload')
      return onDeployment(request.deployment, (...deployment) => changeSource(...deployment, request))
    const { files, searched } = await findFiles(request.named)
    if (request.isDryRun && (files.length > 1 || request.firstPart !== null))
      throw new WrongUse('--dry-run takes one file that is a scan of its own.')
    const partOf = partsOf(files.length, request.firstPart)
    for (const line of searchedLines(searched)) printError(escapeLine(line))
    return onDeployment(request.deployment, async (connection, slug) => {
      const renamedFiles = await renamedSinceBase(connection, slug, request)
      const progress = createProgress(process.stderr)
      const query = await withCheckout(request.query)
      const uploads = { connection, slug, query, partOf, renamedFiles, progress }
      return upload(uploads, files, request)
    })
  },
}

async function onDeployment(
  named: string | undefined,
  work: (connection: Connection, slug: string) => Promise<number>,
): Promise<number> {
  const connection = await connect(readConfig(process.env))
  try {
    return await work(connection, await chooseDeployment(connection, named))
  } finally {
    await connection.close()
  }
}

/** Uploads files and prints the results. */
async function upload(
  uploads: Uploads,
  files: readonly ReportFile[],
  { isDryRun, firstPart, json }: UploadRequest,
): Promise<number> {
  const outcomes = await uploadFiles(uploads, files).finally(uploads.progress.clear)
  const { results, warnings } = outcomeLines(outcomes, isDryRun, uploads.connection.isServed)
  for (const line of warnings) printError(escapeLine(line))
  if (json) printLine(documentOf(outcomes))
  else for (const line of results) printLine(escapeLine(line))
  if (outcomes.some((outcome) => 'problem' in outcome)) return 1
  if (firstPart !== null || !outcomes.slice(-1).some((outcome) => 'waiting' in outcome)) return 0
  // A pipeline must not mistake this for a completed import.
  printError('The service did not combine the files, so nothing was applied.')
  return 1
}
