import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { exportVex, VexExportFormat } from '#contract/operations/vex.ts'
import { primaryRef, type QueryValues } from '#contract/parameters/query.ts'
import { wholeRef } from '#lib/text/ref-label.ts'
import { artifactOf, purlOf } from '#server/base/purl.ts'
import type { Reader } from '#server/db/database.ts'
import { readLong } from '#server/db/long-read.ts'
import { notFound, unprocessable } from '#server/http/errors.ts'
import { limitStream } from '#server/http/response/limit-stream.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { shownBranch } from '#server/records/projects/writes.ts'
import { packagePurl, projectPurl, readProduct } from '../product.ts'
import { projectNamed } from '../project.ts'
import { writeCsaf } from './csaf.ts'
import { writeCycloneDx } from './cyclonedx.ts'
import type { ExportedStatement, Pieces, VexExport } from './document.ts'
import { writeOsvScanner, writeTrivyIgnore } from './ignore-files.ts'
import { writeOpenVex } from './openvex.ts'
import { stableUuid } from './stable-id.ts'
import { readStatements, type Statement } from './statements.ts'

interface Format {
  mediaType: string
  extension: string
  write(document: VexExport): Pieces
  /** Whether the format has no document without statements. */
  needsStatements?: true
  /** Whether it is a list of what a scanner ignores, which fixed findings belong to: it may report them again. */
  isIgnoreFile?: true
}

export const formats: Readonly<Record<VexExportFormat, Format>> = {
  openvex: {
    mediaType: 'application/json; charset=utf-8',
    extension: 'openvex.json',
    write: writeOpenVex,
    needsStatements: true,
  },
  cyclonedx: {
    mediaType: 'application/vnd.cyclonedx+json; version=1.6',
    extension: 'vex.cdx.json',
    write: writeCycloneDx,
  },
  csaf: {
    mediaType: 'application/json; charset=utf-8',
    extension: 'csaf.json',
    write: writeCsaf,
    needsStatements: true,
  },
  trivyignore: {
    mediaType: 'application/yaml; charset=utf-8',
    extension: 'trivyignore.yaml',
    write: writeTrivyIgnore,
    isIgnoreFile: true,
  },
  'osv-scanner': {
    mediaType: 'application/toml; charset=utf-8',
    extension: 'osv-scanner.toml',
    write: writeOsvScanner,
    isIgnoreFile: true,
  },
}

/** Statements per turn, after which other requests are answered. */
const perTurn = 1_000

/** The query of an export. */
type VexQuery = QueryValues<(typeof exportVex)['query']>

/**
 * Reads the statements of an export in one snapshot, and returns them as a stream of its format.
 * @returns the number of statements, and the ref. A stream that is not read in time is destroyed.
 * @throws HttpError 400 without a project or for a product that is not a package URL, 404 for an unknown project or ref,
 * 422 for too many findings or none to export. Source: docs/vex.md#export.
 */
export async function startVexExport(
  services: Services,
  deployment: Deployment,
  query: VexQuery,
): Promise<{ total: number; ref: string; stream: Readable }> {
  const format = formats[query.format ?? 'openvex']
  const product = readProduct(query.product)
  const document = await readLong(services.database, async ({ read: reader }) => {
    const place = await placeOf(reader, deployment.id, query)
    const scope = { deploymentId: deployment.id, projectId: place.project.id, refId: place.refId }
    const all = await readStatements(reader, scope)
    const chosen = format.isIgnoreFile ? all : all.filter((one) => isExported(one, query.undecided ?? false))
    const given = await givenPurls(reader, scope, chosen)
    const origin = [deployment.slug, deployment.created_at, place.project.id, place.ref] as const
    const statements: ExportedStatement[] = []
    const content = createHash('sha256')
    for (const one of chosen) {
      if (statements.length % perTurn === perTurn - 1) await setImmediate()
      const purl = packagePurl(one, one.purl ?? given.get(keyOf(one.ecosystem, one.package, one.version)))
      const statement = { ...one, purl, id: stableUuid(...origin, one.name, purl) }
      statements.push(statement)
      content.update(JSON.stringify(statement))
    }
    const url = services.publicUrl()
    const named = product ?? projectPurl(place.project)
    return {
      id: stableUuid(...origin, url, deployment.name, named, content.digest('hex')),
      at: statements.reduce((newest, { at }) => Math.max(newest, at), place.project.created_at),
      version: services.version,
      organization: deployment.name,
      url,
      project: place.project.name,
      ref: place.ref,
      product: named,
      statements,
    } satisfies VexExport
  })
  if (format.needsStatements && document.statements.length === 0) throw nothingToExport()
  const stream = Readable.from(inTurns(format.write(document)), {
    objectMode: false,
    highWaterMark: 64 * 1024,
  })
  limitStream(stream)
  return { total: document.statements.length, ref: document.ref, stream }
}

/** Passes on the pieces of a file in larger ones, and lets other requests be answered in between. */
async function* inTurns(pieces: Pieces): AsyncGenerator<string, void> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < 64 * 1024) continue
    yield text
    text = ''
    await setImmediate()
  }
  if (text !== '') yield text
}

const nothingToExport = () =>
  unprocessable([
    {
      parameter: 'format',
      detail:
        'There is no statement to export: no supply-chain finding of the ref is triaged or fixed. `undecided=true` adds the others.',
    },
  ])

/** Findings that nobody decided about say nothing, unless they are asked for. */
const isExported = ({ kind, isTriaged }: Statement, withUndecided: boolean) =>
  isTriaged || kind === 'fixed' || withUndecided

interface Place {
  project: { id: number; name: string; url: string | null; created_at: number }
  ref: string
  refId: number
}

async function placeOf(reader: Reader, deploymentId: number, query: VexQuery): Promise<Place> {
  const project = await projectNamed(reader, deploymentId, query.project)
  const { primary_branch: primary, ...named } = project
  const asked = query.ref === primaryRef ? undefined : query.ref || undefined
  const shown = asked === undefined ? await shownBranch(reader, deploymentId, project.id) : null
  const ref = asked === undefined ? (shown?.name ?? primary) : wholeRef(asked)
  if (ref === null)
    throw unprocessable([{ parameter: 'ref', detail: 'The project has no primary branch. Specify a ref.' }])
  const row = await reader
    .selectFrom('ref')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', project.id)
    .where('name', '=', ref)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row && asked === undefined)
    throw unprocessable([{ parameter: 'ref', detail: `The primary branch ${ref} is not scanned yet.` }])
  if (!row) throw notFound('ref')
  return { project: named, ref, refId: row.id }
}

const keyOf = (...parts: string[]) => JSON.stringify(parts)

/** The package URLs that scans gave for packages of the ref, where they cannot be derived from the name. */
async function givenPurls(
  reader: Reader,
  { deploymentId, refId }: { deploymentId: number; refId: number },
  statements: readonly Statement[],
): Promise<Map<string, string>> {
  const others = statements.filter(
    (one) => one.purl === null && purlOf(one.ecosystem, one.package, one.version) === undefined,
  )
  const wanted = new Set(others.map((one) => keyOf(one.ecosystem, one.package, one.version)))
  if (wanted.size === 0) return new Map()
  const rows = await reader
    .selectFrom('lockfile')
    .innerJoin('dependency', (join) =>
      join
        .onRef('dependency.deployment_id', '=', 'lockfile.deployment_id')
        .onRef('dependency.lockfile_id', '=', 'lockfile.id'),
    )
    .select(['dependency.ecosystem', 'dependency.name', 'dependency.version', 'dependency.purl'])
    .where('lockfile.deployment_id', '=', deploymentId)
    .where('lockfile.ref_id', '=', refId)
    .where('dependency.purl', 'is not', null)
    .limit(200_000)
    .execute()
  const purls = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const { ecosystem, name, version, purl } of rows) {
    const key = keyOf(ecosystem, name, version)
    if (purl === null || !wanted.has(key)) continue
    if (artifactOf(purls.get(key) ?? purl) === artifactOf(purl)) purls.set(key, purl)
    // It is not known which artifact of several has the vulnerability.
    else ambiguous.add(key)
  }
  for (const key of ambiguous) purls.delete(key)
  return purls
}
