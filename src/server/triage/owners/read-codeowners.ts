import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { maxCodeowners } from '#contract/details/owners.ts'
import { HttpError } from '#server/http/errors.ts'

/**
 * Reads a `CODEOWNERS` file from the body of a request.
 * @throws HttpError 400 without a body or for bytes that are not UTF-8, 413 if it is too large, 415 for a form.
 */
export async function readCodeownersFile(body: unknown, mediaType: string | undefined): Promise<string> {
  if (!(body instanceof Readable)) throw new HttpError(400, 'The body is missing. Send a CODEOWNERS file.')
  // The rest of a refused body is read and discarded: simple clients read the response after they have sent everything.
  const discard = () => body.on('error', () => undefined).resume()
  if (/^multipart\//i.test(mediaType?.trim() ?? '')) {
    discard()
    throw new HttpError(
      415,
      'The body is a form (multipart/form-data), as `curl -F` sends it. Send the file alone: `curl --data-binary @CODEOWNERS`.',
    )
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxCodeowners) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    discard()
    if (error instanceof HttpError) throw error
    throw new HttpError(400, 'The upload was interrupted.')
  }
  const bytes = Buffer.concat(chunks)
  if (!isUtf8(bytes) || bytes.includes(0)) throw new HttpError(400, 'The file is not UTF-8 text.')
  return new TextDecoder().decode(bytes)
}

const tooLarge = () =>
  new HttpError(413, `The file is larger than ${maxCodeowners} bytes.`, { headers: { connection: 'close' } })
