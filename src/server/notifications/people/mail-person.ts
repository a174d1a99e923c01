import type { Scope } from '#contract/operation.ts'
import {
  type MailTiming,
  type PersonalEvent,
  personalEvents,
  type WebhookEvent,
} from '#contract/webhook-vocabulary.ts'
import { roleOf } from '#server/access/people/person.ts'
import { scopesOfRole } from '#server/access/tokens/roles.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { includesScope, permissionsIn } from '#server/http/principal.ts'

/** A person who can be sent e-mails about a deployment, with what they chose. */
export interface MailPerson {
  id: number
  name: string
  address: string
  scopes: readonly Scope[]
  timing: MailTiming
  events: readonly PersonalEvent[]
  /** Their row of `webhook`; null unless they chose something or were told of something. */
  webhookId: number | null
}

/** The scope that somebody needs to be told of an event; reading is enough for all others. */
const scopesOfEvents: Partial<Record<PersonalEvent, Scope>> = {
  'approval.requested': 'findings:approve',
  'owner.disabled': 'admin',
}

/** The events that somebody with some scopes may be told of. */
export const choicesOf = (scopes: readonly Scope[]): PersonalEvent[] =>
  personalEvents.filter((event) => includesScope(scopes, scopesOfEvents[event] ?? 'findings:read'))

/** What is chosen where a person has not: everything, once a day. */
export const defaultChoice = { timing: 'daily', events: personalEvents } as const satisfies Pick<
  MailPerson,
  'timing' | 'events'
>

/**
 * Reads the people who can be sent e-mails: not disabled, with a role in the deployment, and with an address that the
 * provider has verified, or that they were invited with and have signed in. One statement.
 * @param only reads one person.
 */
export async function readMailPeople(
  reader: Reader,
  deploymentId: number,
  only?: number,
): Promise<MailPerson[]> {
  const rows = await reader
    .selectFrom('person')
    .innerJoin('person_role as role', 'role.person_id', 'person.id')
    .leftJoin('webhook', (join) =>
      join.on('webhook.deployment_id', '=', deploymentId).onRef('webhook.person_id', '=', 'person.id'),
    )
    .select(['person.id', 'person.name', 'person.email', 'role.role', 'role.deployment_id'])
    .select(['webhook.id as webhook_id', 'webhook.timing', 'webhook.events_json', 'webhook.disabled_at'])
    .where('person.disabled_at', 'is', null)
    .where('person.last_seen_at', 'is not', null)
    .where('person.email', 'is not', null)
    .where((eb) => eb.or([eb('role.deployment_id', '=', deploymentId), eb('role.deployment_id', 'is', null)]))
    .$if(only !== undefined, (query) => query.where('person.id', '=', only ?? 0))
    .orderBy('person.id')
    .execute()
  return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((own) => {
    const [row] = own
    if (!row || row.email === null) return []
    const roles = own.flatMap(({ role: stored, deployment_id: of }) => {
      const role = roleOf(stored)
      return role === undefined ? [] : [{ deploymentId: of, role, scopes: scopesOfRole[role] }]
    })
    const { scopes } = permissionsIn(roles, deploymentId)
    if (!includesScope(scopes, 'findings:read')) return []
    const { id, name, email: address } = row
    return [{ id, name, address, scopes, ...choiceOf(row) }]
  })
}

interface StoredChoice {
  webhook_id: number | null
  timing: string | null
  events_json: string | null
  disabled_at: number | null
}

function choiceOf({ webhook_id: webhookId, timing, events_json: events, disabled_at: end }: StoredChoice) {
  if (webhookId === null || events === null) return { ...defaultChoice, webhookId: null }
  // parse: written by us from the list of events.
  const stored = parseStored<WebhookEvent[]>(events)
  const known: MailTiming = timing === 'immediate' ? 'immediate' : 'daily'
  return {
    webhookId,
    timing: end === null ? known : ('off' as const),
    events: personalEvents.filter((event) => stored.includes(event)),
  }
}

/** Whether a person wants to be told of an event, and may. */
export const isTold = ({ timing, events, scopes }: MailPerson, event: PersonalEvent): boolean =>
  timing !== 'off' && events.includes(event) && choicesOf(scopes).includes(event)
