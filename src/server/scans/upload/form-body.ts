import { HttpError } from '#server/http/errors.ts'

/** Reads the parts of a form (RFC 7578) as they arrive, without collecting them. */
export class FormBody {
  readonly #pieces: AsyncIterator<Buffer>
  /** Received and not read yet. */
  #rest: Buffer = Buffer.alloc(0)

  constructor(body: AsyncIterable<Buffer>) {
    this.#pieces = body[Symbol.asyncIterator]()
  }

  async #receive(): Promise<boolean> {
    const { done, value } = await this.#pieces.next()
    if (done) return false
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    return true
  }

  /** Reads a short text up to a mark and the mark; null if the mark is not among the next `limit` bytes. */
  async textBefore(mark: string, limit: number): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf(mark)
      if (end > limit || (end < 0 && this.#rest.length >= limit + mark.length)) return null
      if (end >= 0) {
        const text = this.#rest.toString('utf8', 0, end)
        this.#rest = this.#rest.subarray(end + Buffer.byteLength(mark))
        return text
      }
      if (!(await this.#receive())) return null
    }
  }

  /**
   * Reads bytes up to a mark and the mark, in pieces that are not empty.
   * @throws HttpError 400 if the body ends before.
   */
  async *bytesBefore(mark: string): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#rest.indexOf(mark)
      // The mark may have arrived in part.
      const known = end < 0 ? this.#rest.length - mark.length + 1 : end
      if (known > 0) yield this.#rest.subarray(0, known)
      this.#rest = this.#rest.subarray(Math.max(known, 0) + (end < 0 ? 0 : mark.length))
      if (end >= 0) return
      if (!(await this.#receive())) throw new HttpError(400, 'The form is cut off. Nothing was changed.')
    }
  }
}
