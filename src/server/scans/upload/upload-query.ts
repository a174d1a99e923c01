import type { createScan } from '#contract/operations/scans.ts'
import { nameFault, pathNameFault } from '#contract/parameters/name-fault.ts'
import { primaryRef, type QueryValues } from '#contract/parameters/query.ts'
import { wholeRef } from '#lib/text/ref-label.ts'
import { isAbsolute } from '#lib/urls/absolute-path.ts'
import { maskUrls } from '#server/base/credentials/mask-urls.ts'
import { badRequest, type Fault } from '#server/http/errors.ts'
import type { ReportFormat } from '#server/reports/report/report.ts'
import type { RenamedFile } from '#server/reports/values/renamed-files.ts'

/** The validated query of an upload. Instants are milliseconds since 1970. */
export interface UploadFacts {
  project: string
  ref: string | null
  commit: string | null
  kind: 'full' | 'diff'
  url: string | null
  category: string | null
  /** The format of the file; null to detect it from the content. */
  format: ReportFormat | null
  startedAt: number | null
  /** Where the files were checked out, as a URI or a path. */
  checkout: string | null
  meta: Record<string, unknown>
  /** From the form that the file is sent in, if it is. */
  renamedFiles: readonly RenamedFile[]
  acceptEmpty: boolean
  /** Returns the expected result and changes nothing. */
  dryRun: boolean
  /** Whether the project may have a name that is a former one of another project. */
  reuseName: boolean
  /** Whether the response contains the verdict on the commit, or is 409 where it fails. */
  gate: 'true' | 'fail' | null
  /** The part, if the scan consists of several files; else null. */
  part: Part | null
}

/** A part of a scan, counted from 1, and the name of the upload if the client gave one. */
export interface Part {
  number: number
  of: number
  upload: string | null
}

const maxNameLength = 500
/** Tolerance for clocks of build machines that are slightly fast. */
const maxClockSkew = 5 * 60_000

type UploadQuery = QueryValues<(typeof createScan)['query']>
/** Parameters with a plain text value. */
type TextParameter = Exclude<
  keyof UploadQuery,
  'accept_empty' | 'dry_run' | 'gate' | 'kind' | 'project' | 'reuse_name'
>

/**
 * Reads the query of `POST …/scans`.
 * @throws HttpError 400 with every fault at once. Source: docs/api.md#scans.
 */
export function readUploadQuery(query: UploadQuery, now: number): UploadFacts {
  const faults: Fault[] = []
  const check = <T>(parameter: string, read: T | InvalidParameter): T | null => {
    if (!(read instanceof InvalidParameter)) return read
    faults.push({ parameter, detail: read.detail })
    return null
  }
  const readParameter = <T>(
    parameter: TextParameter,
    read: (text: string) => T | InvalidParameter,
  ): T | null => {
    const text = query[parameter]
    return text === undefined || text === '' ? null : check(parameter, read(text))
  }
  const project = check(
    'project',
    query.project === undefined ? new InvalidParameter('is missing') : nameOf(query.project),
  )
  const ref = query.ref === primaryRef ? null : readParameter('ref', refOf)
  const commit = readParameter('commit', plainText)
  const url = readParameter('url', webAddress)
  const category = readParameter('category', (text) => nameOf(text, nameFault))
  const event = readParameter('event', plainText)
  const startedAt = readParameter('started_at', (text) => instantOf(text, now))
  const checkout = readParameter('checkout_uri', folderOf)
  const errors = {
    pull_request_title: readParameter('pull_request_title', plainText),
    commit_title: readParameter('commit_title', plainText),
    commit_author_name: readParameter('commit_author_name', plainText),
    ci_job_url: readParameter('ci_job_url', webAddress),
  }
  const part = partOf(query, faults)
  if (query.gate && commit === null) faults.push({ parameter: 'gate', detail: 'needs `commit`' })
  addConflicts(query, faults)
  const pullRequest = readParameter('pull_request_id', numberOf) ?? pullRequestOf(ref)
  if (faults.length > 0 || project === null) throw badRequest(faults)
  return {
    project,
    ref,
    commit,
    kind: query.kind ?? 'full',
    url,
    category,
    format: query.format ?? null,
    startedAt,
    checkout,
    acceptEmpty: query.accept_empty ?? false,
    dryRun: query.dry_run ?? false,
    reuseName: query.reuse_name ?? false,
    gate: query.gate ?? null,
    part,
    renamedFiles: [],
    meta: {
      true: event ?? (pullRequest === null ? 'push' : 'pull_request'),
      ...(pullRequest === null ? {} : { pull_request_id: pullRequest }),
      ...Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== null)),
    },
  }
}

function addConflicts(query: UploadQuery, faults: Fault[]): void {
  for (const parameter of ['gate', 'reuse_name'] as const)
    if (query[parameter] && query.dry_run)
      faults.push({ parameter, detail: 'cannot be combined with `dry_run`' })
}

function partOf({ part, upload, dry_run: dryRun }: UploadQuery, faults: Fault[]): Part | null {
  if (part === undefined) return null
  const [number = 0, of = 0] = part.split('/').map(Number)
  if (number > of) faults.push({ parameter: 'part', detail: `is part ${number} of only ${of}` })
  if (dryRun) faults.push({ parameter: 'part', detail: 'cannot be combined with `dry_run`' })
  return of > 1 ? { number, of, upload: upload ?? null } : null
}

class InvalidParameter {
  readonly detail: string
  constructor(detail: string) {
    this.detail = detail
  }
}

/** Validates a single-line text, in any script and with any symbol. */
function plainText(text: string): string | InvalidParameter {
  const name = text.trim()
  if (name === '') return new InvalidParameter('is empty')
  if (!name.isWellFormed() || /[\p{Cc}\u2028\u2029]/u.test(name))
    return new InvalidParameter('contains a control character')
  return Array.from(name).length > maxNameLength
    ? new InvalidParameter(`is longer than ${maxNameLength} characters`)
    : maskUrls(name)
}

/** Normalizes a name chosen by the caller; `faultOf` returns why a name is invalid. */
function nameOf(text: string, faultOf = pathNameFault): string | InvalidParameter {
  const name = text.normalize('NFC').trim()
  const fault = faultOf(name)
  return fault === null ? plainText(name) : new InvalidParameter(fault)
}

function refOf(text: string): string | InvalidParameter {
  const name = nameOf(text)
  return name instanceof InvalidParameter ? name : wholeRef(name)
}

function webAddress(text: string): string | InvalidParameter {
  // Parsing leaves control characters out, and would store what it did not check.
  const address = /[\s\p{Cc}]/u.test(text.trim()) ? null : URL.parse(text.trim())
  if (!address || !/^https?:$/.test(address.protocol))
    return new InvalidParameter('is not an HTTP or HTTPS URL')
  if (address.username !== '' || address.password !== '')
    return new InvalidParameter('contains a user name or password, which would be visible')
  return maskUrls(text.trim())
}

function folderOf(text: string): string | InvalidParameter {
  const folder = text.trim()
  return isAbsolute(folder)
    ? folder
    : new InvalidParameter('is not an absolute path or URI such as file:///home/runner/work/shop/shop/')
}

function numberOf(text: string): number | InvalidParameter {
  return /^\d{1,15}$/.test(text) ? Number(text) : new InvalidParameter('is not a whole number')
}

function pullRequestOf(ref: string | null): number | null {
  const number = /^refs\/(?:pull|merge-requests)\/(\d{1,15})\//.exec(ref ?? '')?.[1]
  return number === undefined ? null : Number(number)
}

function instantOf(text: string, now: number): number | InvalidParameter {
  const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/
  const instant = form.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(instant) || instant < 0)
    return new InvalidParameter('is not a timestamp such as 2026-01-31T12:00:00Z')
  return instant > now + maxClockSkew ? new InvalidParameter('is in the future') : Math.min(instant, now)
}
