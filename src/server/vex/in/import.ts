import type { importVex } from '#contract/operations/vex.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import type { ImportVexAnswer } from '#contract/responses/vex.ts'
import { readLong } from '#server/db/long-read.ts'
import { formerNamesOf } from '#server/db/project-name.ts'
import { requiresApproval } from '#server/findings/approval-rules.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { readFindings } from '../finding-rows.ts'
import { projectPurl, readProduct } from '../product.ts'
import { projectNamed } from '../project.ts'
import { applyPlans } from './apply.ts'
import { VexFault } from './document.ts'
import { FindingIndex } from './match.ts'
import { parseVex } from './parse.ts'
import { planImport } from './plan.ts'
import type { SentDocument } from './read-body.ts'
import { importAnswer } from './results.ts'

/** The query of an import. */
type ImportQuery = QueryValues<(typeof importVex)['query']>

/**
 * Applies the statements of a document to existing findings of a project, as triage of the person who sent it.
 * @throws HttpError 400 for a file that is not a VEX document, 404 for an unknown project, 413 if it exceeds a limit, 429
 * if the daily quota would be exceeded. Source: docs/vex.md#import.
 */
export async function importVexDocument(
  services: Services,
  deployment: Deployment,
  actor: string,
  query: ImportQuery,
  { bytes, digest }: SentDocument,
): Promise<ImportVexAnswer> {
  const requested = readProduct(query.product) ?? null
  const project = await projectNamed(services.database.read, deployment.id, query.project)
  try {
    const document = parseVex(bytes)
    const former = await formerNamesOf(services.database.read, deployment.id, project.id)
    const index = await readLong(services.database, ({ read: reader }) => {
      const scope = { deploymentId: deployment.id, projectId: project.id, refId: null }
      const names = {
        requested,
        derived: [project, ...former.map((name) => ({ ...project, name }))].map(projectPurl),
      }
      return FindingIndex.read(readFindings(reader, scope), document.products, names)
    })
    const plans = await planImport(document, index, services.now())
    if (query.dry_run) {
      const isRequired = await requiresApproval(services.database.read, deployment.id)
      return importAnswer(document, plans, null, isRequired)
    }
    const { format, id, author, products } = document
    const applied = await applyPlans(services, plans, {
      deploymentId: deployment.id,
      actor,
      project: project.name,
      detail: { format, document: id, author, sha256: digest, statements: products.length },
    })
    return importAnswer(document, plans, applied, false)
  } catch (error) {
    throw error instanceof VexFault ? toHttpError(error) : error
  }
}

function toHttpError({ message, isTooMuch }: VexFault): HttpError {
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
  return new HttpError(isTooMuch ? 413 : 400, sentence, { errors: [{ pointer: '', detail: message }] })
}
