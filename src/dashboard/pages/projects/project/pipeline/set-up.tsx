import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mayIn, meOptions } from '#api/me.ts'
import { serviceOptions } from '#api/service.ts'
import type { Project } from '#contract/responses/projects.ts'
import { demoNotice } from '#features/import/labels.ts'
import { useImportTarget } from '#features/import/use-target.ts'
import { CiToken } from '#features/pipeline/ci-token.tsx'
import { gateSnippet } from '#features/pipeline/gate-snippets.ts'
import { ciLabels, type GateKind, gateKinds } from '#features/pipeline/labels.ts'
import { LoopbackNotice } from '#features/pipeline/loopback-notice.tsx'
import { Snippet } from '#features/pipeline/snippet.tsx'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { useSettings } from '../use-settings.ts'
import { GateSettings } from './gate-settings.tsx'
import { labels } from './labels.ts'

interface SetUpProps {
  deployment: string
  project: Project
  /** Why this person may not change settings of the project. */
  disabledReason: string | undefined
  /** Whether the steps are shown until a person decides. */
  isOpenAtFirst: boolean
}

/** The steps that let a pipeline obey the gate, folded where one reports already. */
export function SetUp({ isOpenAtFirst, ...props }: SetUpProps) {
  const [chosen, setChosen] = useState<boolean>()
  const id = useId()
  // Stays open when the first run arrives: a token that was just created is shown only here.
  if (isOpenAtFirst && chosen === undefined) setChosen(true)
  const isOpen = chosen ?? isOpenAtFirst
  return (
    <div className="pt-2">
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        icon="settings"
        onClick={() => setChosen(!isOpen)}
      >
        {labels.setUp}
      </Button>
      {isOpen && (
        <div id={id} className="pt-3">
          <Steps {...props} />
        </div>
      )}
    </div>
  )
}

const step = 'min-w-0 pl-1'

function Steps({ deployment, project, disabledReason }: Omit<SetUpProps, 'isOpenAtFirst'>) {
  const { data: me } = useQuery(meOptions())
  const { data: service } = useQuery(serviceOptions())
  const { change } = useSettings(deployment, project)
  const target = useImportTarget(deployment)
  const [kind, setKind] = useState<GateKind>('github')
  const file = gateKinds.find(({ value }) => value === kind)?.file
  const address = service?.publicUrl ?? location.origin
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {target.isDemo && <Banner className="rounded">{demoNotice(target.deployment?.name)}</Banner>}
      <ol className="grid list-decimal grid-cols-[minmax(0,1fr)] gap-5 pl-5">
        <li className={step}>
          <p className="pb-2">{labels.requirements}</p>
          <GateSettings {...{ deployment, project, disabledReason, change }} />
        </li>
        <li className={step}>
          <p className="pb-2">{labels.token}</p>
          <CiToken
            receiver={target.slug}
            project={project.name}
            disabledReason={me && !mayIn(me, deployment, 'admin') ? ciLabels.administratorsOnly : undefined}
          />
        </li>
        <li className={step}>
          <p className="pb-2">{labels.snippet}</p>
          <fieldset className="flex flex-wrap gap-1 pb-2">
            <legend className="sr-only">{labels.kind}</legend>
            {gateKinds.map(({ value, label }) => (
              <Button key={value} pressed={value === kind} onClick={() => setKind(value)}>
                {label}
              </Button>
            ))}
          </fieldset>
          <p className="pb-2 text-2">{labels.secret[kind]}</p>
          <Snippet
            text={gateSnippet(kind, {
              address,
              deployment: target.deployment?.slug ?? deployment,
              project: project.name,
              primaryBranch: project.primary_branch || null,
            })}
            what={labels.snippetName}
            title={file ?? 'sh'}
          />
          <p className="pt-2 text-2">{labels.base}</p>
        </li>
      </ol>
      <LoopbackNotice address={address} />
    </div>
  )
}
