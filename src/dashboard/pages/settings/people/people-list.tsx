import { useState } from 'react'
import type { Person } from '#contract/responses/people.ts'
import { usePhone } from '#table/use-phone.ts'
import { classes } from '#ui/classes.ts'
import { accessOf, peopleLabels } from './labels.ts'
import { PersonActions, PersonLastSeen, PersonName, PersonRoles } from './person-cells.tsx'
import type { PersonDialogRequest } from './person-dialogs.tsx'

interface PeopleListProps {
  deployment: string
  people: readonly Person[]
  /** Whether single sign-on is set up. */
  singleSignOn: boolean
  onRequest: (request: PersonDialogRequest) => void
}

/** The people as a table, or as cards on a phone. */
export function PeopleList(props: PeopleListProps) {
  const phone = usePhone()
  const [now] = useState(() => new Date())
  const List = phone ? PeopleCards : PeopleTable
  return <List {...props} now={now} />
}

const heads = [
  { label: peopleLabels.name, className: 'w-[27%]' },
  { label: peopleLabels.role, className: '' },
  { label: peopleLabels.deployments, className: 'w-[15%] max-lg:hidden' },
  { label: peopleLabels.lastSeen, className: 'w-34 max-lg:w-37' },
  { label: peopleLabels.access, className: 'w-40 max-lg:hidden' },
] as const

const cell = 'border-b border-line px-2 py-2 align-top first:pl-4'

function PeopleTable({ deployment, people, singleSignOn, now, onRequest }: PeopleListProps & { now: Date }) {
  return (
    <table aria-labelledby="people" className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr>
          {heads.map(({ label, className }) => (
            <th
              key={label}
              scope="col"
              className={classes(
                'sticky top-0 z-10 h-8 border-y border-line bg-surface-1 px-2 text-left text-xs font-medium text-2 first:pl-4',
                className,
              )}
            >
              {label}
            </th>
          ))}
          <th className="sticky top-0 z-10 w-56 border-y border-line bg-surface-1">
            <span className="sr-only">{peopleLabels.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id} className="hover:bg-surface-2">
            <td className={cell}>
              <PersonName person={person} now={now} />
            </td>
            <td className={cell}>
              <PersonRoles person={person} />
            </td>
            <td className={classes(cell, 'truncate text-2 max-lg:hidden')}>{namesOf(person)}</td>
            <td className={classes(cell, 'text-2')}>
              <PersonLastSeen person={person} now={now} />
              {/* Where its column is hidden. */}
              <span className="block text-xs lg:hidden">{accessOf(person.sessions, person.tokens)}</span>
            </td>
            <td className={classes(cell, 'text-2 max-lg:hidden')}>
              {accessOf(person.sessions, person.tokens)}
            </td>
            <td className={classes(cell, 'pr-4 text-right')}>
              <PersonActions
                deployment={deployment}
                person={person}
                singleSignOn={singleSignOn}
                onRequest={onRequest}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PeopleCards({ deployment, people, singleSignOn, now, onRequest }: PeopleListProps & { now: Date }) {
  return (
    <ul aria-labelledby="people" className="border-t border-line">
      {people.map((person) => (
        <li key={person.id} className="space-y-1 border-b border-line px-4 py-2.5">
          <PersonName person={person} now={now} />
          <PersonRoles person={person} />
          <p className="text-xs text-2">
            {peopleLabels.lastSeen}: <PersonLastSeen person={person} now={now} />
          </p>
          <p className="text-xs wrap-anywhere text-2">
            {[accessOf(person.sessions, person.tokens), namesOf(person)].filter(Boolean).join(' · ')}
          </p>
          <PersonActions
            deployment={deployment}
            person={person}
            singleSignOn={singleSignOn}
            onRequest={onRequest}
          />
        </li>
      ))}
    </ul>
  )
}

const namesOf = ({ deployments }: Person) => deployments.map(({ name }) => name).join(', ')
