import { type SqlBool, sql } from 'kysely'
import type { Reader, Writer } from '#server/db/database.ts'
import { readTimeZone } from '#server/db/time-zone.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import type { Services } from '#server/http/services.ts'
import type { JobQueue, Lease } from '#server/jobs/job-queue.ts'
import { holdLease, LeaseLost } from '#server/jobs/lease.ts'
import { addDeliveries, deliveriesOf } from './deliveries.ts'
import { originOf } from './events/origin.ts'
import { readMessages } from './events/read-messages.ts'
import { addRow } from './people/choice.ts'
import { readMailPeople } from './people/mail-person.ts'
import { PersonalMessages } from './people/messages.ts'
import { ensurePositions } from './people/positions.ts'
import { currentPosition, type Position, type PositionRow, positionOf, storedPosition } from './position.ts'
import { readSubscriptions } from './subscription.ts'

/** How often what depends on the date is looked for, in milliseconds. */
const checkInterval = 24 * 3600_000
/** How long a deployment waits after a failure, in milliseconds. */
const pauseAfterFailure = 14_000

/**
 * Reads the changes of deployments that have webhooks, or people who are sent e-mails, and stores what is to be sent. The
 * messages and the new position are written together, so that a crash loses none and stores none twice.
 */
export const positionQueue: JobQueue = {
  table: 'notification_position',
  madeAt: 'created_at',
  unfinished: sql`true`,
  due: (now) => sql<SqlBool>`(notification_position.checked_at <= ${now - checkInterval} or change_number < (
    select deployment.change_number from deployment where deployment.id = notification_position.deployment_id))`,
  oneAtATimeIn: 'deployment',
  stopWaits: true,

  async step(services, lease) {
    await readChangesOf(services, lease)
    services.jobs.wake('webhook')
    return true
  },

  cleanUp: (services) => ensurePositions(services),

  async fail(services, lease) {
    // It is tried again later: the position is where it was.
    await services.record(async (transaction) => {
      await holdLease(transaction, lease, services.now())
      await endStep(transaction, lease, { lease_until: services.now() + pauseAfterFailure })
    })
  },
}

async function readChangesOf(services: Services, lease: Lease): Promise<void> {
  const { deploymentId } = lease
  const row = await readRow(services, lease)
  const deployment = services.deployments.find(String(deploymentId))
  if (!deployment) throw new LeaseLost()
  const receivers = {
    subscriptions: await readSubscriptions(services.database.read, deploymentId),
    people: await peopleOf(services, services.database.read, deploymentId),
  }
  const now = services.now()
  const isCheck = row.checked_at <= now - checkInterval
  const result =
    receivers.subscriptions.length === 0 && receivers.people.length === 0
      ? {
          until: await services.database.snapshot(({ read }) => currentPosition(read, deploymentId)),
          messages: { bySubscription: new Map(), personal: new PersonalMessages() },
        }
      : await withSnapshot(services.columns, deploymentId, async (view) => {
          const until = await currentPosition(view.reader, deploymentId)
          const reading = {
            view,
            deploymentId,
            from: positionOf(row, until),
            until,
            origin: originOf(services, deployment),
            now,
          }
          return {
            until,
            messages: await readMessages(reading, receivers, isCheck ? row.checked_at : null),
          }
        })
  await services.record(async (transaction) => {
    await holdLease(transaction, lease, now)
    const zone = await readTimeZone(transaction, deploymentId)
    const { bySubscription, personal } = result.messages
    // A webhook may have been deleted or disabled since the reading began, and a person may have chosen otherwise.
    const left = await readSubscriptions(transaction, deploymentId)
    const deliveries = left.flatMap((one) =>
      deliveriesOf(one, bySubscription.get(one.webhookId) ?? [], now, zone),
    )
    const people = await peopleOf(services, transaction, deploymentId)
    for (const person of people) {
      const own = personal.of(person)
      if (own.length === 0) continue
      const webhookId = person.webhookId ?? (await addRow(transaction, deploymentId, person, now))
      deliveries.push(...deliveriesOf({ webhookId, format: 'email', timing: person.timing }, own, now, zone))
    }
    await addDeliveries(transaction, deploymentId, deliveries, now)
    await deleteReadEvents(transaction, deploymentId, result.until)
    await endStep(transaction, lease, {
      ...storedPosition(result.until),
      ...(isCheck ? { checked_at: now } : {}),
      lease_until: null,
    })
  })
}

/** Stored events are needed no more once their messages are stored. */
async function deleteReadEvents(transaction: Writer, deploymentId: number, { newest }: Position) {
  await transaction
    .deleteFrom('notification_event')
    .where('deployment_id', '=', deploymentId)
    .where('id', '<=', newest.notification_event)
    .execute()
}

async function readRow({ database }: Services, { deploymentId, id }: Lease): Promise<PositionRow> {
  const row = await database.read
    .selectFrom('notification_position')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new LeaseLost()
  return row
}

/** The people who are sent e-mails: nobody unless the operator has set up e-mail. */
async function peopleOf({ config }: Services, reader: Reader, deploymentId: number) {
  if (config.mail === null) return []
  return (await readMailPeople(reader, deploymentId)).filter(({ timing }) => timing !== 'off')
}

async function endStep(
  transaction: Writer,
  { deploymentId, id }: Lease,
  set: { lease_until: number | null; change_number?: number; position_json?: string; checked_at?: number },
): Promise<void> {
  await transaction
    .updateTable('notification_position')
    .set({ ...set, attempts: 0 })
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .execute()
}
