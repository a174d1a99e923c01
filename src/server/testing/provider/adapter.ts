import type { Adapter, AdapterPayload } from 'oidc-provider'

/** What a provider stores, in memory, until the test ends. */
export function memoryAdapter(): new (name: string) => Adapter {
  const rows = new Map<string, AdapterPayload>()
  return class implements Adapter {
    readonly #name: string

    constructor(name: string) {
      this.#name = name
    }

    #key = (id: string) => `${this.#name}:${id}`

    async upsert(id: string, payload: AdapterPayload) {
      rows.set(this.#key(id), payload)
    }

    async find(id: string) {
      return rows.get(this.#key(id))
    }

    async findByUid(uid: string) {
      return [...rows.values()].find((payload) => payload.uid === uid)
    }

    async findByUserCode(userCode: string) {
      return [...rows.values()].find((payload) => payload.userCode === userCode)
    }

    async consume(id: string) {
      const payload = rows.get(this.#key(id))
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    }

    async destroy(id: string) {
      rows.delete(this.#key(id))
    }

    async revokeByGrantId(grantId: string) {
      for (const [key, payload] of rows) if (payload.grantId === grantId) rows.delete(key)
    }
  }
}
