import { HttpError } from '#server/http/errors.ts'
import { ReadFault } from '#server/reports/input/fault.ts'

/**
 * Waits for an import. @throws HttpError 413 if comparing its findings with stored ones takes more work than files of
 * its size need; nothing is changed then.
 */
export async function assertReportSize<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error
    const { message } = error
    throw new HttpError(413, `${message.charAt(0).toUpperCase()}${message.slice(1)}. Nothing was changed.`)
  }
}
