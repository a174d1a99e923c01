import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { changePersonOptions } from '#api/people.ts'
import type { Person } from '#contract/responses/people.ts'
import { personRoles } from '#contract/vocabulary.ts'
import { roleLabels } from '#features/role-labels.ts'
import { exactDay } from '#lib/time/instant.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/text/time.tsx'
import { toast } from '#ui/toast/toast.ts'
import {
  disablePerson,
  editPerson,
  enablePerson,
  formerly,
  fromGroup,
  givenBy,
  linkValidUntil,
  newLinkFor,
  peopleLabels,
} from './labels.ts'
import type { PersonDialogRequest } from './person-dialogs.tsx'

/** The name of a person with their address, and what is special about them. */
export function PersonName({ person, now }: { person: Person; now: Date }) {
  const { name, email, formerNames, current, invited, disabledAt, linkExpiresAt } = person
  return (
    <span className="flex min-w-0 items-center gap-x-2 gap-y-1 max-lg:flex-wrap">
      <span className="min-w-0">
        <span
          className="block truncate font-medium text-1"
          data-hint={formerNames.length > 0 ? formerly(formerNames) : undefined}
        >
          {name}
        </span>
        {email !== null && email !== name && <span className="block truncate text-xs text-2">{email}</span>}
        {linkExpiresAt !== null && (
          <span className="block text-xs text-2">{linkState(new Date(linkExpiresAt), now)}</span>
        )}
      </span>
      {current && <Tag tone="accent">{peopleLabels.you}</Tag>}
      {disabledAt !== null && <Tag tone="danger">{peopleLabels.disabled}</Tag>}
      {invited && disabledAt === null && <Tag>{peopleLabels.invited}</Tag>}
    </span>
  )
}

const linkState = (end: Date, now: Date) =>
  end <= now ? peopleLabels.linkExpired : linkValidUntil(exactDay(end))

/** The roles of a person in the deployment, and where each comes from. */
export function PersonRoles({ person: { roles } }: { person: Person }) {
  if (roles.length === 0) return <span className="text-3">{peopleLabels.noRole}</span>
  return (
    <ul>
      {roles.map(({ role, allDeployments, group, givenBy: by }) => (
        <li key={`${role} ${allDeployments} ${group}`} className="min-w-0">
          <span className="block truncate text-1">{roleLabels[role]?.[0] ?? role}</span>
          <span className="block text-xs wrap-anywhere text-2">
            {[
              group === null ? by && givenBy(by) : fromGroup(group),
              allDeployments && peopleLabels.allDeployments,
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** When the person last signed in, or that they never did. */
export function PersonLastSeen({ person: { lastSeenAt }, now }: { person: Person; now: Date }) {
  if (lastSeenAt === null) return <span className="text-3">{peopleLabels.never}</span>
  return <Time value={lastSeenAt} now={now} what={peopleLabels.lastSeen} />
}

interface PersonActionsProps {
  deployment: string
  person: Person
  /** Whether single sign-on is set up. */
  singleSignOn: boolean
  onRequest: (request: PersonDialogRequest) => void
}

/** What can be done with a person. */
export function PersonActions({ deployment, person, singleSignOn, onRequest }: PersonActionsProps) {
  const { mutate, isPending } = useMutation(changePersonOptions(deployment, person.id))
  const locked = person.locked === null ? undefined : peopleLabels.locked
  const enable = () =>
    mutate(
      { disabled: false },
      {
        onSuccess: () =>
          toast({ title: peopleLabels.enabledDone, detail: person.name, tone: 'ok', slot: 'people' }),
        onError: (error) => {
          const { kind, detail } = explain(error)
          if (kind !== 'expired') toast({ tone: 'danger', title: peopleLabels.notChanged, detail })
        },
      },
    )
  return (
    <span className="flex justify-end gap-1 max-lg:flex-wrap">
      {!singleSignOn && <NewLinkButton person={person} onRequest={onRequest} />}
      <Button
        size="small"
        aria-label={editPerson(person.name)}
        onClick={() => onRequest({ kind: 'edit', person })}
      >
        {peopleLabels.edit}
      </Button>
      {person.disabledAt === null ? (
        <Button
          size="small"
          aria-label={disablePerson(person.name)}
          disabledReason={person.current ? peopleLabels.ownDisable : locked}
          onClick={() => onRequest({ kind: 'disable', person })}
        >
          {peopleLabels.disable}
        </Button>
      ) : (
        <Button
          size="small"
          aria-label={enablePerson(person.name)}
          disabledReason={locked}
          loading={isPending}
          onClick={enable}
        >
          {peopleLabels.enable}
        </Button>
      )}
    </span>
  )
}

/** Offers another link to whoever has no sign-in here: the first was lost or has expired, or their token was revoked. */
function NewLinkButton({ person, onRequest }: Pick<PersonActionsProps, 'person' | 'onRequest'>) {
  const { email, name, current, disabledAt, locked, tokens, roles } = person
  const own = roles.find(({ group, allDeployments }) => group === null && !allDeployments)?.role
  const role = personRoles.find((one) => one === own)
  if (email === null || role === undefined || current || disabledAt !== null || locked || tokens > 0)
    return null
  return (
    <Button
      size="small"
      aria-label={newLinkFor(name)}
      onClick={() => onRequest({ kind: 'link', person, email, role })}
    >
      {peopleLabels.newLink}
    </Button>
  )
}
