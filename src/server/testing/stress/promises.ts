import { expect } from 'vitest'
import { result, semgrep } from '../../scans/testing/upload.ts'
import type { Served } from '../command-line.ts'

/** The token of the services that are killed. */
export const token = 'the-token-of-the-test-that-kills-the-service'

/** What one scan of the tests reports. */
export const perScan = 300
export const rules = Array.from({ length: 7 }, (_, at) => `rule-${at}`)
/** A scanner's file of `perScan` findings. */
export const scanFile = JSON.stringify(
  semgrep(
    Array.from({ length: perScan }, (_, at) => result(`rule-${at % 7}`, `src/${at}.py`, `call(${at})`)),
  ),
)

/** Asks a service; fails where the answer is no success, and where the service is gone. */
export async function sendRequest(
  served: Pick<Served, 'base'>,
  method: string,
  path: string,
  body = '',
): Promise<Response> {
  const response = await fetch(`${served.base}/api/v1/deployments/main/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body }),
  })
  if (response.status > 202) expect([path, response.status, await response.text()]).toEqual([path, 200, ''])
  return response
}

/** Asks, and reads the answer to its end. */
export async function requestJson(
  served: Pick<Served, 'base'>,
  method: string,
  path: string,
  body = '',
): Promise<unknown> {
  return (await sendRequest(served, method, path, body)).json()
}

/**
 * What is known of one thing that is changed again and again: what was answered last, so that it must be there, and what
 * was asked for since, which may be there or not.
 */
export class Promises<T> {
  readonly #known = new Map<string, { answered: T; asked: T }>()
  readonly #before: T

  /** @param before how a thing stands that nobody has changed. */
  constructor(before: T) {
    this.#before = before
  }

  get(thing: string): { answered: T; asked: T } {
    return this.#known.get(thing) ?? { answered: this.#before, asked: this.#before }
  }

  things(): string[] {
    return [...this.#known.keys()]
  }

  ask(thing: string, asked: T) {
    this.#known.set(thing, { ...this.get(thing), asked })
  }

  answer(thing: string) {
    const { asked } = this.get(thing)
    this.#known.set(thing, { answered: asked, asked })
  }

  /** Holds what stands against what was promised. What stands now was answered by that, and must stay. */
  hold(thing: string, stands: T) {
    const { answered, asked } = this.get(thing)
    expect([answered, asked], thing).toContainEqual(stands)
    this.#known.set(thing, { answered: stands, asked: stands })
  }
}
