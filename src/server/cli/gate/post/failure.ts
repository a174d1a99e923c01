import { HTTPError, TimeoutError } from 'ky'
import { isLimited, waitOf } from './client.ts'

/** Why something was not written. */
export interface Failure {
  kind: 'permission' | 'limited' | 'unavailable' | 'unreachable' | 'other'
  /** In words, without a full stop. */
  reason: string
}

const maxReason = 300

/** The API that failed, and the token that must not be printed. */
interface Api {
  name: string
  address: string
  token: string
}

/** Why a request failed, in words that do not contain the token, whatever the other side answered. */
export function failureOf(error: unknown, { name, address, token }: Api): Failure {
  const { kind, reason } =
    error instanceof HTTPError ? answered(error, name) : unanswered(error, name, address)
  // Before it is shortened: a part of a token could be left at the end.
  return { kind, reason: shortened(reason.replaceAll(token, '***')) }
}

/** Whether it is unknown if a request was carried out. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof HTTPError ? error.response.status >= 500 : true

function answered({ response, data }: HTTPError, name: string): Failure {
  const { status } = response
  if (isLimited(response)) {
    const wait = waitOf(response)
    return {
      kind: 'limited',
      reason: `${name} limits requests${wait === null ? '' : `, and asks to wait ${Math.ceil(wait / 1000)} seconds`}`,
    }
  }
  if (status >= 300 && status < 400)
    return { kind: 'unreachable', reason: `${name} redirects to another address` }
  const message = messageOf(data)
  return {
    kind: [401, 403, 404].includes(status) ? 'permission' : status >= 500 ? 'unavailable' : 'other',
    reason: `${name} answered ${status}${message === '' ? '' : ` (${message})`}`,
  }
}

function unanswered(error: unknown, name: string, address: string): Failure {
  if (error instanceof TimeoutError)
    return { kind: 'unreachable', reason: `${address} did not answer in time` }
  let cause = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  // What a response should be is checked by its schema; the message of the schema says nothing to a reader.
  const isShape = error instanceof SyntaxError || (error instanceof Error && 'issues' in error)
  if (isShape) return { kind: 'unreachable', reason: `${address} does not answer as the API of ${name} does` }
  const why = cause instanceof Error ? cause.message || cause.name : String(cause)
  return { kind: 'unreachable', reason: `${address} cannot be reached: ${why}` }
}

/** The message of an error: both hosts answer JSON with one, GitLab also with lists of messages for each field. */
function messageOf(data: unknown): string {
  if (typeof data !== 'object' || data === null) return ''
  const message = 'message' in data ? data.message : 'error' in data ? data.error : ''
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  return text.replaceAll(/\s+/g, ' ')
}

const shortened = (text: string) =>
  text.length > maxReason ? `${text.slice(0, maxReason).toWellFormed()}…` : text
