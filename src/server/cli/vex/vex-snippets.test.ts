import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dataFolder, serveFor } from '#server/testing/command-line.ts'
import { commandFolder, hasCurl, snippetsOf } from '#server/testing/documented-commands.ts'
import { bom, openVex, statement } from '#server/vex/testing/shop.ts'

const token = 'token-of-automation-0123456789abcdef'

/** A service with a vulnerable package, and a folder with the document of a supplier who says that it is not affected. */
async function started() {
  const parent = await dataFolder()
  const served = await serveFor({ GATEHOUSE_DATA: parent, GATEHOUSE_TOKEN: token })
  onTestFinished(async () => {
    await served.stop()
  })
  await fetch(`${served.base}/api/v1/deployments/main/scans?project=acme/shop&ref=main&commit=ba5e`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(bom),
  })
  const commands = await commandFolder(parent, {
    GATEHOUSE_DATA: parent,
    GATEHOUSE_URL: served.base,
    GATEHOUSE_TOKEN: token,
  })
  await writeFile(join(commands.folder, 'supplier.vex.json'), JSON.stringify(openVex([statement()])))
  const written = (name: string) => readFile(join(commands.folder, name), 'utf8')
  return { ...commands, written }
}

/** Imports the document of the supplier. */
const importing = 'gatehouse vex import supplier.vex.json --project acme/shop'

it('exports and imports by command as documented', async () => {
  const { run, written } = await started()
  const [commands = ''] = await snippetsOf('vex.md', null)
  const [exporting = '', trying = ''] = commands.trim().split('\n')
  expect(await run(trying)).toMatchObject({
    status: 0,
    output: expect.stringContaining('1 finding would be triaged'),
  })
  await run(importing)
  expect(await run(exporting)).toEqual({ status: 0, output: '', errors: '' })
  expect(JSON.parse(await written('shop.openvex.json')).statements).toMatchObject([
    { status: 'not_affected' },
  ])
})

it.runIf(hasCurl)('exports and imports over HTTP as documented', async () => {
  const { run, written } = await started()
  const [, requests = ''] = await snippetsOf('vex.md', null)
  const [exporting = '', sending = ''] = requests.split(/^(?=curl)/m)
  expect(JSON.parse((await run(sending)).output)).toMatchObject({ total: { triaged: 1 } })
  expect((await run(exporting)).status).toBe(0)
  expect(JSON.parse(await written('shop.csaf.json')).vulnerabilities).toMatchObject([
    { cve: 'CVE-2021-23337', product_status: { known_not_affected: [expect.any(String)] } },
  ])
})

it('writes the ignore file that Trivy is given as documented', async () => {
  const { run, program } = await started()
  await run(importing)
  await program('trivy', '[ "$*" = "fs --ignorefile .trivyignore.yaml ." ] && cat .trivyignore.yaml')
  const [commands = ''] = await snippetsOf('vex.md', 'Ignore files')
  expect(await run(commands)).toMatchObject({
    status: 0,
    output: expect.stringMatching(/- id: "CVE-2021-23337"[\s\S]*pkg:npm\/lodash@4\.17\.20/),
  })
})
