import type { Reader, Writer } from '#server/db/database.ts'
import { readSetting, storeSetting } from '#server/db/deployment-setting.ts'
import type { TimeZone } from '#server/db/time-zone.ts'
import { HttpError } from '#server/http/errors.ts'

const name = 'historyStart'

/** Since when the history of findings is complete, milliseconds since 1970; 0 if nothing was ever deleted. */
export async function readHistoryStart(reader: Reader, deploymentId: number): Promise<number> {
  return (await readSetting<number>(reader, deploymentId, name)) ?? 0
}

/** The first day of which the history is complete. */
export async function readFirstDay(reader: Reader, deploymentId: number, zone: TimeZone): Promise<number> {
  const start = await readHistoryStart(reader, deploymentId)
  const day = zone.dayOf(start)
  return zone.startOf(day) < start ? day + 1 : day
}

/** Must be called in the transaction that deletes history from before `start`. */
export async function setHistoryStart(
  transaction: Writer,
  deploymentId: number,
  start: number,
): Promise<void> {
  if ((await readHistoryStart(transaction, deploymentId)) >= start) return
  await storeSetting(transaction, deploymentId, name, start)
}

/** @throws HttpError 404 if the history at this time was deleted, so that a list of it would be incomplete. */
export async function assertHistoryKept(reader: Reader, deploymentId: number, at: number): Promise<void> {
  const start = await readHistoryStart(reader, deploymentId)
  if (at >= start) return
  const day = new Date(start).toISOString().slice(0, 10)
  throw new HttpError(
    404,
    `The history of findings from before ${day} was deleted after its retention period.`,
  )
}
