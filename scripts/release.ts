// `npm run release`: writes the distributed files to the folder `release`: the packed package with its checksum, the
// licenses of its contents, and its SBOM, created by Gatehouse.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import serverBuild from '../vite.server.config.ts'
import { manifest } from './packages/distributed.ts'
import { noticesFile } from './packages/notices.ts'
import { createSbom } from './packages/sbom.ts'
import { root } from './prepare.mjs'

const folder = join(root, 'release')
const packedSchema = z.array(
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
)

/** Files without which the package does not start, or that its users need. */
const needed = [
  'bin/gatehouse.mjs',
  'dist/document/document.js',
  'dist/web/index.html',
  'LICENSE',
  'src/server/demo/content/rules/index.json',
  noticesFile,
  ...Object.keys(Object(serverBuild.build?.rolldownOptions?.input)).map((name) => `dist/server/${name}.js`),
]

/** Packs the package, which builds it, and returns the name of the file. */
function pack(): string {
  const args = ['pack', '--json', '--pack-destination', folder]
  const { status, stdout } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: status ${status}`)
  // The output of the build precedes it.
  const [packed] = packedSchema.parse(JSON.parse(stdout.slice(stdout.search(/^\[/m))))
  if (!packed) throw new Error('npm pack made no file')
  const paths = new Set(packed.files.map(({ path }) => path))
  const missing = needed.filter((path) => !paths.has(path))
  if (missing.length > 0) throw new Error(`the package lacks ${missing.join(', ')}`)
  return packed.filename
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const packed = pack()
const digest = createHash('sha256')
  .update(readFileSync(join(folder, packed)))
  .digest('hex')
const sbom = `${manifest.name}-${manifest.version}.cdx.json`
const licenses = `${manifest.name}-${manifest.version}.licenses.txt`
writeFileSync(join(folder, `${packed}.sha256`), `${digest}  ${packed}\n`)
writeFileSync(join(folder, sbom), await createSbom())
copyFileSync(join(root, noticesFile), join(folder, licenses))
for (const file of [packed, `${packed}.sha256`, licenses, sbom]) console.log(join('release', file))
