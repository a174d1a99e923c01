import { parseArgs } from 'node:util'
import { vexExportFormats } from '#contract/operations/vex.ts'
import { readConfig } from '#server/base/config/config.ts'
import { type Command, WrongUse } from '#server/operations/command.ts'
import { chooseDeployment } from './choose-deployment.ts'
import { connect } from './connect.ts'
import { findFiles } from './import/files.ts'
import { exportTo } from './vex/export.ts'
import { importDocuments } from './vex/import.ts'

const options = {
  project: { type: 'string' },
  deployment: { type: 'string' },
  product: { type: 'string' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  ref: { type: 'string' },
  format: { type: 'string' },
  output: { type: 'string' },
  undecided: { type: 'boolean' },
} as const

/** The options of each action, beside those that both take. */
const own = { import: ['dry-run', 'json'], export: ['ref', 'format', 'output', 'undecided'] }
const shared = ['project', 'deployment', 'product']

/** Imports and exports VEX documents. Source: docs/vex.md. */
export const vex: Command = {
  help: `import applies OpenVEX, CycloneDX and CSAF documents (JSON, plain or gzip) to the findings of a project, as triage of the
"command line". FILE is a file, a folder or - for standard input.

  --dry-run        show what would happen, without changes
  --json           print an array of the responses of the API

export writes the triage of a project.

  --format FORMAT  ${vexExportFormats.join(', ')}; default: openvex
  --ref REF        branch or ref; default: the primary branch
  --undecided      also findings that nobody has triaged, as under investigation
  --output FILE    replaces FILE; default: standard output

Both take:

  --project NAME   project, such as acme/shop (required)
  --product PURL   package URL of the project, such as pkg:oci/shop; default: derived from the URL of the repository
  --deployment SLUG  deployment; required only if there are several

Exit status: 0 on success, also if statements match nothing; 1 if a document was rejected or there is nothing to export;
2 for wrong usage.`,
  async run(words) {
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options })
    const [action, ...named] = positionals
    if (action !== 'import' && action !== 'export')
      throw new WrongUse('Usage: gatehouse vex import FILE… | export. Run gatehouse vex --help for details.')
    const given = new Map(Object.entries(values).filter(([, value]) => value !== '' && value !== false))
    const other = [...given.keys()].find((name) => ![...shared, ...own[action]].includes(name))
    if (other !== undefined) throw new WrongUse(`--${other} cannot be used with vex ${action}.`)
    if (!given.has('project')) throw new WrongUse('--project is missing, such as --project acme/shop.')
    if (action === 'export' && named.length > 0) throw new WrongUse('vex export takes no FILE. Use --output.')
    if (action === 'import' && named.length === 0) throw new WrongUse('No file given.')
    const { files } = action === 'import' ? await findFiles(named) : { files: [] }
    const query = queryOf(given)
    const connection = await connect(readConfig(process.env))
    try {
      const slug = await chooseDeployment(connection, values.deployment || undefined)
      const path = `/api/v1/deployments/${slug}/vex?${query}`
      return action === 'export'
        ? await exportTo(connection, path, values.output || null)
        : await importDocuments(connection, path, files, values.json ?? false)
    } finally {
      await connection.close()
    }
  },
}

/** The parameters of the API that options set. */
const parameters = { project: 'project', product: 'product', ref: 'ref', format: 'format' } as const
const flags = { 'dry-run': 'dry_run', undecided: 'undecided' } as const

function queryOf(given: ReadonlyMap<string, unknown>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, parameter] of Object.entries({ ...parameters, ...flags })) {
    if (given.has(name)) query.set(parameter, String(given.get(name)))
  }
  return query
}
