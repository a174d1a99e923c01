// The baseline counterpart of the service's reads: a `node:http` server that reads rows by their ids with one prepared
// statement and writes them as JSON. `PUT /ids` says which; `GET /` answers them. Node's own modules and nothing else.
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { findingColumns } from '#server/findings/list/rows.ts'

const database = new DatabaseSync(process.env['BASELINE_FILE'] ?? '', { readOnly: true })
database.exec('pragma cache_size = -32768')
const rows = database.prepare(
  `select ${findingColumns.map((name) => `finding."${name}"`).join(', ')}, rule.path as rule_name, rule.message,
     project.name as project_name, project.url, ref.name as ref_name
   from finding join rule on rule.id = finding.rule_id join project on project.id = finding.project_id
     join ref on ref.id = finding.ref_id
   where finding.id in (select value from json_each(?))`,
)
let ids = '[]'

const server = createServer(async (request, response) => {
  if (request.method === 'PUT') {
    ids = await text(request)
    response.end()
    return
  }
  const body = JSON.stringify(rows.all(ids))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}`)
})
process.once('SIGTERM', () => process.exit(0))
