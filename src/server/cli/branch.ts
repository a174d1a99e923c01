import { parseArgs } from 'node:util'
import { plural } from '#lib/text/format.ts'
import { readConfig } from '#server/base/config/config.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { type Command, escapeLine, printError, printLine, WrongUse } from '#server/operations/command.ts'
import { chooseDeployment } from './choose-deployment.ts'
import { connect } from './connect.ts'

const usage = 'Usage: gatehouse branch delete REF… | restore REF… --project org/repo'

/** Deletes and restores branches of a project. Source: docs/api.md#projects. */
export const branch: Command = {
  help: `delete takes the findings of branches out of every list and count. Their decisions, comments and tickets are kept, and
hold again if a scan brings the branch back. The primary branch cannot be deleted.

restore undoes that within 24 hours.

  --project NAME   project, such as acme/shop (required)
  --deployment SLUG  deployment; required only if there are several

Exit status: 0 on success, 1 if a branch was not deleted or restored, 2 for wrong usage.`,
  async run(words) {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { project: { type: 'string' }, deployment: { type: 'string' } },
    })
    const [action, ...refs] = positionals
    if ((action !== 'delete' && action !== 'restore') || refs.length === 0) throw new WrongUse(usage)
    const repo = values.project || ''
    if (repo === '') throw new WrongUse('--project is missing, such as --project acme/shop.')
    const connection = await connect(readConfig(process.env))
    try {
      const slug = await chooseDeployment(connection, values.deployment || undefined)
      const path = `/api/v1/deployments/${slug}/refs`
      let failed = 0
      for (const ref of refs) {
        const { status, body } =
          action === 'delete'
            ? await connection.send('DELETE', `${path}?${new URLSearchParams({ repo, ref })}`)
            : await connection.send('POST', `${path}/restore`, { repo, ref })
        if (status === 200) printLine(escapeLine(`${ref}: ${doneText(action, body)}`))
        else {
          failed += 1
          printError(escapeLine(`${ref}: ${problemDetailOf(body)}`))
        }
      }
      return failed > 0 ? 1 : 0
    } finally {
      await connection.close()
    }
  },
}

function doneText(action: 'delete' | 'restore', body: unknown): string {
  // parse: answered by our own service to its owner.
  const { findings } = body as { findings: number }
  const count = plural(findings, 'finding')
  return action === 'delete' ? `deleted, ${count} removed` : `restored with ${count}`
}
