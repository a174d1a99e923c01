import { HttpError } from '#server/http/errors.ts'

/**
 * The refusal of a file that is sent as a part of a form, by the request's media type; null for all others.
 * What is called `application/x-www-form-urlencoded` is taken: curl calls every body so, that of `--data-binary` too.
 */
export function unsupportedFormError(mediaType: string | undefined): HttpError | null {
  if (!/^multipart\//i.test(mediaType?.trim() ?? '')) return null
  return new HttpError(
    415,
    'The body is a form (multipart/form-data), as `curl -F` sends it. Send the file alone: `curl --data-binary @report.json`.',
  )
}

/** What is added to the refusal of a damaged file that may have come from `curl -d`, which drops bytes of it. */
export function postedFormAdvice(mediaType: string | undefined, message: string): string {
  const isPosted = /^application\/x-www-form-urlencoded/i.test(mediaType?.trim() ?? '')
  return isPosted && /^the gzip file is (?:damaged|cut off)/.test(message)
    ? ' `curl -d` drops line breaks and zero bytes: send the file with `curl --data-binary @report.json.gz`.'
    : ''
}
