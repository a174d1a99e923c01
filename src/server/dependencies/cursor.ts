import { badRequest, type Fault, unprocessable } from '#server/http/errors.ts'
import { isUint64 } from '#server/http/request/read-request.ts'

interface PageParameters {
  cursor?: string | number | undefined
  pageSize?: number | undefined
  page_size?: number | undefined
}

/** The start of a page and its maximum number of rows. */
export interface PageRequest {
  /** The last id of the previous page, as sent by the client; '0' for the first page. */
  after: string
  size: number
}

/**
 * Reads the cursor of a listing. `0` and '' select the first page.
 * @throws HttpError 400 for a malformed cursor, 422 for two different page sizes.
 * Source: docs/api.md#dependencies.
 */
export function readPage(request: PageParameters, usualSize: number): PageRequest {
  const after = request.cursor === undefined || request.cursor === '' ? '0' : String(request.cursor)
  if (!isUint64(after)) {
    throw badRequest([{ pointer: '/cursor', detail: 'is not a cursor from a response' }])
  }
  const { pageSize, page_size } = request
  if (pageSize !== undefined && page_size !== undefined && pageSize !== page_size) {
    const fault: Fault = {
      pointer: '/page_size',
      detail: 'pageSize and page_size are both set and have different values.',
    }
    throw unprocessable([fault])
  }
  return { after, size: pageSize ?? page_size ?? usualSize }
}

/** Removes the additional row that was read to detect a next page, and returns the last id. */
export function pageOf<Row extends { id: number }>(rows: readonly Row[], page: PageRequest) {
  const visible = rows.slice(0, page.size)
  return {
    rows: visible,
    cursor: String(visible.at(-1)?.id ?? page.after),
    hasMore: rows.length > page.size,
  }
}
