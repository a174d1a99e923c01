import { parseArgs } from 'node:util'
import { roles } from '#contract/vocabulary.ts'
import { readConfig } from '#server/base/config/config.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { type Command, printLine, WrongUse } from '#server/operations/command.ts'
import { chooseDeployment } from '../choose-deployment.ts'
import { connect } from '../connect.ts'
import { listTokens, revokeTokens } from './tokens.ts'

export const token: Command = {
  help: `Creates a token for a deployment and prints its secret. The secret is shown only once.

       gatehouse token list [--deployment SLUG]   lists all tokens, or those with access to one deployment
       gatehouse token revoke ID…                 revokes tokens by their ids from the list

  --role ROLE           ${roles.join(', ')}; default: viewer
  --project NAME        restricts a token of the role ci to a project; may be repeated
  --machine             a token for a program, which cannot sign in to the dashboard
  --compatible          with the answers that clients of other services read (docs/api.md#compatible-answers)
  --no-web-api          without Web API access, which can be enabled later
  --expires TIMESTAMP   ISO 8601; default: never
  --deployment SLUG     deployment; required only if there are several`,
  async run(words) {
    if (words[0] === 'list') return listTokens(words.slice(1))
    if (words[0] === 'revoke') return revokeTokens(words.slice(1))
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        role: { type: 'string', default: 'viewer' },
        project: { type: 'string', multiple: true },
        machine: { type: 'boolean', default: false },
        compatible: { type: 'boolean', default: false },
        'no-web-api': { type: 'boolean', default: false },
        expires: { type: 'string' },
        deployment: { type: 'string' },
      },
    })
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0) throw new WrongUse('Usage: gatehouse token NAME [--role ROLE]')
    if (!roles.some((role) => role === values.role)) {
      throw new WrongUse(`--role is "${values.role}", but must be one of ${roles.join(', ')}.`)
    }
    const connection = await connect(readConfig(process.env))
    try {
      const slug = await chooseDeployment(connection, values.deployment)
      const { status, body } = await connection.send('POST', `/api/v1/deployments/${slug}/tokens`, {
        name,
        role: values.role,
        ...(values.project === undefined ? {} : { projects: values.project }),
        machine: values.machine || values.role === 'ci',
        webApiEnabled: !values['no-web-api'],
        compatibleAnswers: values.compatible,
        ...(values.expires === undefined ? {} : { expiresAt: values.expires }),
      })
      if (status === 400) throw new WrongUse(problemDetailOf(body))
      if (status !== 201) throw new Error(problemDetailOf(body))
      // parse: answered by our own service to its owner.
      printLine((body as { secret: string }).secret)
      return 0
    } finally {
      await connection.close()
    }
  },
}
