import { HttpError } from '#server/http/errors.ts'

/**
 * The error for a file that is sent as part of a form, by the request's media type; null for all other types.
 * `application/x-www-form-urlencoded` is accepted: curl uses it for every body, including `--data-binary`.
 */
export function unsupportedFormError(mediaType: string | undefined): HttpError | null {
  if (!/^multipart\//i.test(mediaType?.trim() ?? '')) return null
  return new HttpError(
    415,
    'The body is a form (multipart/form-data), as `curl -F` sends it. Send the file alone: `curl --data-binary @report.json`.',
  )
}

/** The hint added to the error for a damaged file that may have been sent with `curl -d`, which drops bytes. */
export function postedFormAdvice(mediaType: string | undefined, message: string): string {
  const isPosted = /^application\/x-www-form-urlencoded/i.test(mediaType?.trim() ?? '')
  return isPosted && /^the gzip file is (?:damaged|cut off)/.test(message)
    ? ' `curl -d` drops line breaks and zero bytes: send the file with `curl --data-binary @report.json.gz`.'
    : ''
}
