import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { createScanForm } from '#contract/details/scans.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { bodyFaults } from '#server/http/request/read-request.ts'
import { readRenamedFiles } from '#server/reports/values/read-renamed-files.ts'
import type { RenamedFile } from '#server/reports/values/renamed-files.ts'
import { FormBody } from './form-body.ts'

/** The file of an upload, and what a form says about it. */
export interface UploadForm {
  renamedFiles: readonly RenamedFile[]
  report: AsyncIterable<Buffer>
}

const bounds = { boundary: 70, head: 4096, renamedFiles: 1024 * 1024 }

/**
 * Reads the body of an upload: the file alone, or a form with the fields `renamed_files` and `report` in this order. The
 * file comes last, so that it is read as it arrives. `application/x-www-form-urlencoded` is taken for the file alone: curl
 * uses it for every body, including `--data-binary`.
 * @throws HttpError 415 with instructions for any other form, 400 or 413 if `renamed_files` is invalid.
 */
export async function readUploadForm(body: Readable, mediaType: string | undefined): Promise<UploadForm> {
  const bytes: AsyncIterable<Buffer> = {
    [Symbol.asyncIterator]: () => body.iterator({ destroyOnReturn: false }),
  }
  if (!/^multipart\//i.test(mediaType?.trim() ?? '')) return { renamedFiles: [], report: bytes }
  const boundary = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s";,]+))/i.exec(
    mediaType?.trim() ?? '',
  )
  const name = boundary?.[1] ?? boundary?.[2] ?? ''
  if (name === '' || name.length > bounds.boundary) throw notAForm()
  const form = new FormBody(bytes)
  const isFirst = (await form.textBefore(`--${name}\r\n`, 0)) === ''
  if (!isFirst || (await fieldName(form)) !== 'renamed_files') throw notAForm()
  const mark = `\r\n--${name}`
  const renamedFiles = await readRenames(form.bytesBefore(mark))
  if ((await form.textBefore('\r\n', 0)) !== '' || (await fieldName(form)) !== 'report')
    throw new HttpError(400, 'The form needs the file in the field `report`, after `renamed_files`.')
  return { renamedFiles, report: lastField(form, mark) }
}

const notAForm = () =>
  new HttpError(
    415,
    'The body is a form (multipart/form-data), as `curl -F` sends it. Send the file alone: `curl --data-binary @report.json`.',
  )

/** The name in the head of a part; null if it has none. */
async function fieldName(form: FormBody): Promise<string | null> {
  const head = await form.textBefore('\r\n\r\n', bounds.head)
  return /^content-disposition:\s*form-data\s*;(?:.*;)?\s*name="([^"]*)"/im.exec(head ?? '')?.[1] ?? null
}

async function readRenames(value: AsyncIterable<Buffer>): Promise<RenamedFile[]> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of value) {
    size += piece.length
    if (size > bounds.renamedFiles) throw new HttpError(413, '`renamed_files` is larger than 1 MiB.')
    pieces.push(piece)
  }
  const fields = { renamed_files: jsonOf(Buffer.concat(pieces)) }
  const read = z.safeParse(z.pick(createScanForm, { renamed_files: true }), fields)
  if (!read.success) throw badRequest(bodyFaults(read.error.issues))
  return readRenamedFiles(read.data.renamed_files)
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw badRequest([{ pointer: '/renamed_files', detail: 'is not JSON' }])
  }
}

/** The bytes of the last part. A form with more than it would lose what follows. */
async function* lastField(form: FormBody, mark: string): AsyncGenerator<Buffer> {
  yield* form.bytesBefore(mark)
  if ((await form.textBefore('--', 0)) !== '')
    throw new HttpError(400, 'The form has a field after `report`.')
}

/** The hint added to the error for a damaged file that may have been sent with `curl -d`, which drops bytes. */
export function postedFormAdvice(mediaType: string | undefined, message: string): string {
  const isPosted = /^application\/x-www-form-urlencoded/i.test(mediaType?.trim() ?? '')
  return isPosted && /^the gzip file is (?:damaged|cut off)/.test(message)
    ? ' `curl -d` drops line breaks and zero bytes: send the file with `curl --data-binary @report.json.gz`.'
    : ''
}
