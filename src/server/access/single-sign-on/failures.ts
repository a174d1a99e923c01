import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import type { SingleSignOnConfig } from '#server/base/config/single-sign-on.ts'
import { HttpError } from '#server/http/errors.ts'

/** Texts of the provider that are shown: its words for people may come from anyone. */
const shownCode = (code: string) => (/^[a-z_]{1,40}$/.test(code) ? code : 'unknown error')

/** The error for an answer that does not belong to this browser, or came too late. */
export const invalidAnswer = (): HttpError =>
  new HttpError(
    401,
    'This sign-in was started in another browser, has expired, or was already used. Start again.',
  )

/** The error for a provider that does not answer, or not as one. */
export const unreachable = ({ name }: Pick<SingleSignOnConfig, 'name'>): HttpError =>
  new HttpError(503, `${name} cannot be reached. Try again later, or sign in with a token.`, {
    headers: { 'retry-after': '10' },
  })

/** Whether the provider could not be reached, or failed itself. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status >= 500
  if (!(error instanceof ClientError)) return true
  return error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'
}

/**
 * The answer to a failed request of the provider, or to its refusal.
 * @returns 503 if it cannot be reached or refuses Gatehouse, else 401.
 */
export function providerFailure(error: unknown, { name }: SingleSignOnConfig): HttpError {
  if (error instanceof AuthorizationResponseError) {
    const detail =
      error.error === 'access_denied'
        ? `${name} did not confirm the sign-in.`
        : `${name} refused the sign-in (${shownCode(error.error)}).`
    return new HttpError(401, detail)
  }
  if (error instanceof ResponseBodyError && error.error === 'invalid_client') {
    return new HttpError(
      503,
      `${name} does not accept Gatehouse as a client. Ask an administrator to check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or sign in with a token.`,
    )
  }
  if (isUnreachable(error)) return unreachable({ name })
  if (error instanceof ResponseBodyError) return invalidAnswer()
  return new HttpError(
    401,
    `The answer of ${name} is not valid. Try again. If this continues, ask an administrator to read the log of Gatehouse.`,
  )
}

/** What the log says of a failure: neither codes nor tokens. */
export function describeFailure(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? String(error.code) : error.name
  const cause = error.cause instanceof Error ? error.cause.message : ''
  return { code, message: error.message.slice(0, 300), cause: cause.slice(0, 300) }
}
