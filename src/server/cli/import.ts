import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { faultLine, type ImportReport, summaryLine } from '../ingest/summary.ts'
import { detailOf } from './answers.ts'
import { chooseDeployment } from './choose-deployment.ts'
import { type Command, complain, say, WrongUse } from './command.ts'
import { type Connection, connect, type Sent } from './connect.ts'

const largest = 1024 ** 3

/** Sends scanners' files to `POST …/scans`. Source: API decisions, "Scans". */
export const importFiles: Command = {
  help: `Reads Semgrep JSON, SARIF 2.1.0, CycloneDX JSON or this API's own findings answer, plain or gzip, up to 1 GB each,
and says what is new, fixed and unchanged, and how many dependencies are named. Works while the service runs and while
it does not.

  --project NAME      the project, made where it is not there yet (required)
  --ref REF           the branch or ref that was scanned; the primary branch where not said
  --commit SHA        the commit that was scanned
  --diff              the scan looked at changes alone: it fixes only what it looked at
  --category NAME     tells scans of one tool apart that look at different things
  --url URL           the address of the repository
  --deployment SLUG   the deployment; needed only where there are several

Each file is taken whole or not at all. A full scan fixes what its tool and category no longer report on the ref, and
replaces the dependencies that they reported before.
Exit status: 0, 1 where a file was refused, 2 for wrong use.`,
  async run(words) {
    const { values, positionals: files } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        project: { type: 'string' },
        ref: { type: 'string' },
        commit: { type: 'string' },
        diff: { type: 'boolean', default: false },
        category: { type: 'string' },
        url: { type: 'string' },
        deployment: { type: 'string' },
      },
    })
    const { project, ref, commit, diff, category, url } = values
    if (files.length === 0) throw new WrongUse('No file is named. gatehouse import --help says more.')
    if (project === undefined) throw new WrongUse('--project is missing, such as --project acme/shop.')
    const query = new URLSearchParams({ project })
    for (const [name, value] of Object.entries({ ref, commit, category, url }))
      if (value !== undefined) query.set(name, value)
    if (diff) query.set('kind', 'diff')
    for (const file of files) await demandFile(file)

    const connection = await connect(readConfig(process.env))
    try {
      const slug = await chooseDeployment(connection, values.deployment)
      return await importAll(connection, `/api/v1/deployments/${slug}/scans?${query}`, files)
    } finally {
      await connection.close()
    }
  },
}

async function importAll(connection: Connection, path: string, files: readonly string[]): Promise<number> {
  let status = 0
  const sources = new Map<string, string>()
  for (const file of files) {
    const answer = await connection.send('POST', path, createReadStream(file))
    if (answer.status !== 200 && answer.status !== 201) {
      complain(plain(refusalLine(file, answer)))
      status = 1
      continue
    }
    // parse: answered by our own service to its owner.
    const scan = answer.body as { id: number; meta: { config: string }; report: ImportReport }
    say(
      plain(
        answer.status === 201
          ? `${file}: ${summaryLine(scan.report)}`
          : `${file}: came in before, as scan ${scan.id}; nothing changed`,
      ),
    )
    const before = sources.get(scan.meta.config)
    if (before !== undefined && !path.includes('kind=diff')) {
      complain(
        plain(
          `${file} speaks for the same tool and category as ${before}, and so took its place; --category tells them apart.`,
        ),
      )
    }
    sources.set(scan.meta.config, file)
  }
  return status
}

/** @throws Error in one line where there is no such file, or it is larger than a scan may be. */
async function demandFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `${file} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.code}`,
    )
  })
  if (found.isDirectory()) throw new Error(`${file} is a folder; name the files in it.`)
  if (found.size > largest) throw new Error(`${file} is larger than 1 GB.`)
}

interface Fault {
  parameter?: string
  pointer?: string
  detail: string
  line?: number
  column?: number
  byteOffset?: number
}

/**
 * Why a file was refused, with the place where its fault is.
 * @throws WrongUse where not the file but an option is wrong.
 */
function refusalLine(file: string, { body }: Sent): string {
  // parse: a problem of our own service.
  const { errors = [] } = body as { errors?: Fault[] }
  const wrong = errors.flatMap((fault) => (fault.parameter ? [`--${fault.parameter} ${fault.detail}`] : []))
  if (wrong.length > 0) throw new WrongUse(`${wrong.join('; ')}.`)
  const [fault] = errors
  if (fault?.line === undefined) return `${file}: ${detailOf(body)}`
  const { line, column = 0, byteOffset = 0, pointer: path = '', detail: message } = fault
  return faultLine(file, { message, line, column, byteOffset, path })
}

/** A line for the terminal: what files and names hold must not steer it. */
const plain = (line: string) => line.replaceAll(/\p{Cc}/gu, '\uFFFD')
