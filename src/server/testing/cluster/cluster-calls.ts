import { callThrough, type ServiceCalls, type TestService } from '../service.ts'
import { token } from '../stress/promises.ts'
import type { Cluster } from './cluster.ts'

/** Calls the operations of a cluster through its proxy, so that its processes take turns. */
export function callsOf({ base }: Cluster): ServiceCalls {
  const send: TestService['send'] = async (method, url, { body } = {}) => {
    const response = await fetch(`${base}${url}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body) }),
    })
    const text = await response.text()
    const headers = Object.fromEntries(response.headers)
    const isJson = /json/.test(headers['content-type'] ?? '')
    return { status: response.status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : text }
  }
  return { clock: { now: 0 }, call: callThrough(send, 'main') }
}
