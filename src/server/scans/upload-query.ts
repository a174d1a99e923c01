import { nameFault, pathNameFault } from '#contract/name.ts'
import { primaryRef, type QueryValues } from '#contract/query.ts'
import type { createScan } from '#contract/scans.ts'
import { badRequest, type Fault } from '#server/http/errors.ts'
import type { ReportFormat } from '#server/ingest/public.ts'

/** What the query of an upload says, checked. Instants are milliseconds since 1970. */
export interface UploadFacts {
  project: string
  ref: string | null
  commit: string | null
  kind: 'full' | 'diff'
  url: string | null
  category: string | null
  /** The format of the file, null where its own marks are to tell it. */
  format: ReportFormat | null
  startedAt: number | null
  meta: Record<string, unknown>
  acceptEmpty: boolean
  /** Says what would come of it, and changes nothing. */
  dryRun: boolean
  /** One of several files of a scan; null where the file is the whole. */
  part: Part | null
}

/** A part of a scan, counted from 1, and the name that joins the parts where the client gave one. */
export interface Part {
  number: number
  of: number
  upload: string | null
}

const longestName = 500
/** Clocks of build machines run ahead a little. */
const aheadAtMost = 5 * 60_000

type UploadQuery = QueryValues<(typeof createScan)['query']>
/** The parameters that are texts of their own. */
type TextParameter = Exclude<keyof UploadQuery, 'accept_empty' | 'dry_run' | 'kind' | 'project'>

/**
 * Reads the query of `POST …/scans`.
 * @throws Refusal 400 with every fault at once. Source: docs/api.md#scans.
 */
export function readUploadQuery(query: UploadQuery, now: number): UploadFacts {
  const faults: Fault[] = []
  const checked = <T>(parameter: string, read: T | Wrong): T | null => {
    if (!(read instanceof Wrong)) return read
    faults.push({ parameter, detail: read.detail })
    return null
  }
  const given = <T>(parameter: TextParameter, read: (text: string) => T | Wrong): T | null => {
    const text = query[parameter]
    return text === undefined || text === '' ? null : checked(parameter, read(text))
  }
  const project = checked(
    'project',
    query.project === undefined ? new Wrong('is missing') : nameOf(query.project),
  )
  const ref = query.ref === primaryRef ? null : given('ref', refOf)
  const commit = given('commit', plain)
  const url = given('url', webAddress)
  const category = given('category', (text) => nameOf(text, nameFault))
  const event = given('event', plain)
  const startedAt = given('started_at', (text) => instantOf(text, now))
  const told = {
    pull_request_title: given('pull_request_title', plain),
    commit_title: given('commit_title', plain),
    commit_author_name: given('commit_author_name', plain),
    ci_job_url: given('ci_job_url', webAddress),
  }
  const part = partOf(query, faults)
  const pullRequest = given('pull_request_id', numberOf) ?? pullRequestOf(ref)
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
    acceptEmpty: query.accept_empty ?? false,
    dryRun: query.dry_run ?? false,
    part,
    meta: {
      true: event ?? (pullRequest === null ? 'push' : 'pull_request'),
      ...(pullRequest === null ? {} : { pull_request_id: pullRequest }),
      ...Object.fromEntries(Object.entries(told).filter(([, text]) => text !== null)),
    },
  }
}

function partOf({ part, upload, dry_run: dryRun }: UploadQuery, faults: Fault[]): Part | null {
  if (part === undefined) return null
  const [number = 0, of = 0] = part.split('/').map(Number)
  if (number > of) faults.push({ parameter: 'part', detail: `is part ${number} of only ${of}` })
  if (dryRun) faults.push({ parameter: 'part', detail: 'cannot be combined with `dry_run`' })
  return of > 1 ? { number, of, upload: upload ?? null } : null
}

class Wrong {
  readonly detail: string
  constructor(detail: string) {
    this.detail = detail
  }
}

/** A text of one line as people write it: any script and any sign. */
function plain(text: string): string | Wrong {
  const name = text.trim()
  if (name === '') return new Wrong('is empty')
  if (!name.isWellFormed() || /[\p{Cc}\u2028\u2029]/u.test(name))
    return new Wrong('contains a control character')
  return Array.from(name).length > longestName ? new Wrong(`is longer than ${longestName} characters`) : name
}

/** `main` stands for `refs/heads/main`. Source: docs/api.md#rules-for-all-operations. */
export function wholeRef(ref: string): string {
  return ref.startsWith('refs/') ? ref : `refs/heads/${ref}`
}

/** A name that the caller chooses, normalized; `faultOf` says why it cannot be one. */
function nameOf(text: string, faultOf = pathNameFault): string | Wrong {
  const name = text.normalize('NFC').trim()
  const fault = faultOf(name)
  return fault === null ? plain(name) : new Wrong(fault)
}

function refOf(text: string): string | Wrong {
  const name = nameOf(text)
  return name instanceof Wrong ? name : wholeRef(name)
}

function webAddress(text: string): string | Wrong {
  const address = URL.parse(text.trim())
  if (!address || !/^https?:$/.test(address.protocol)) return new Wrong('is not an HTTP or HTTPS URL')
  if (address.username !== '' || address.password !== '')
    return new Wrong('contains a user name or password, which would be visible')
  return text.trim()
}

function numberOf(text: string): number | Wrong {
  return /^\d{1,15}$/.test(text) ? Number(text) : new Wrong('is not a whole number')
}

function pullRequestOf(ref: string | null): number | null {
  const number = /^refs\/(?:pull|merge-requests)\/(\d{1,15})\//.exec(ref ?? '')?.[1]
  return number === undefined ? null : Number(number)
}

function instantOf(text: string, now: number): number | Wrong {
  const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/
  const instant = form.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(instant) || instant < 0)
    return new Wrong('is not a timestamp such as 2026-01-31T12:00:00Z')
  return instant > now + aheadAtMost ? new Wrong('is in the future') : Math.min(instant, now)
}
