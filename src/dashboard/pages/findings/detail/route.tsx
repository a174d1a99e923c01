import { useEffect, useEffectEvent, useRef } from 'react'
import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { findingOptions } from '#api/findings/findings.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import { useNamedPage } from '#features/page-name.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { receivesText } from '#ui/keys/receives-text.ts'
import { loadMarkdown } from '#ui/markdown/markdown-text.tsx'
import { TicketHost } from '../ticket/ticket-host.tsx'
import { copyLink } from './copy-link.ts'
import { titleOf } from './detail-finding.ts'
import { HeadSkeleton } from './detail-skeleton.tsx'
import { DetailBody } from './detail-states.tsx'
import { FindingHeader } from './finding-header.tsx'
import { findingName, text } from './labels.ts'
import { actionOf, type DetailActions, findingActions } from './panel/detail-keys.ts'
import { PreviousNext } from './panel/previous-next.tsx'
import { useNeighbors } from './panel/use-neighbors.ts'
import { useRestoreFocus } from './panel/use-restore-focus.ts'
import { SectionLevel } from './section.tsx'
import { useTriage } from './triage/use-triage.ts'
import { isFindingId, useFinding } from './use-finding.ts'

/** Prefetches the finding while the page's code loads. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const { deployment = '', id = '' } = params
  // Every finding has a message.
  loadMarkdown()
  if (isFindingId(id)) void context.get(clientContext).prefetchQuery(findingOptions(deployment, Number(id)))
  return null
}

/** A finding on its own page. */
export default function FindingPage() {
  const { deployment = '', id = '' } = useParams()
  const { pathname } = useLocation()
  const typeInUrl =
    findingTypes.find((one) => pathname.startsWith(`${paths.findings(deployment, one)}/`)) ??
    ('sast' as const)
  const state = useFinding(deployment, typeInUrl, id, undefined)
  const { finding } = state
  // A link may have the wrong type; triage uses the type of the finding itself.
  const ownType = finding?.issue_type
  const type: PageType = findingTypes.find((one) => one === ownType) ?? typeInUrl
  const triaging = useTriage({ deployment, type, finding })
  useNamedPage(finding && titleOf(finding))
  const { walk, close } = useNeighbors(deployment, type, id, !state.loading)
  const copy = () => void copyLink(deployment, type, id)
  const page = useRef<HTMLDivElement>(null)
  useRestoreFocus(() => page.current?.closest('main'), triaging.isReasonFormOpen)

  const actions: DetailActions = {
    ...findingActions({ deployment, type, finding, triaging }),
    copyLink: copy,
    next: () => walk(1),
    previous: () => walk(-1),
    close,
  }
  usePageKeys(actions, finding !== undefined && !triaging.disabledReason)

  return (
    <div ref={page} key={id} className="@container">
      <div className="top-0 z-10 border-b border-line bg-surface-0 px-4 pt-2 pb-3 [@media(height>=600px)]:sticky">
        <div className="max-w-240 @min-[1200px]:max-w-336">
          {finding ? (
            <FindingHeader
              finding={finding}
              level={1}
              triaging={triaging}
              now={state.now}
              end={<PageControls onWalk={walk} onCopy={copy} onClose={close} />}
            />
          ) : state.loading ? (
            <HeadSkeleton level={1} />
          ) : (
            <h1 className="text-xl font-semibold">{findingName(id)}</h1>
          )}
        </div>
      </div>
      {/* Elements that receive keyboard focus must not scroll under the sticky header. */}
      <div className="max-w-248 px-4 pb-8 @min-[1200px]:max-w-344 [&_:is(a,button,input,section,textarea)]:scroll-mt-64 [@media(height<600px)]:[&_:is(a,button,input,section,textarea)]:scroll-mt-2">
        <SectionLevel level={2}>
          <DetailBody state={state} id={id} deployment={deployment} type={type} triaging={triaging} />
        </SectionLevel>
      </div>
      {triaging.dialog}
      <TicketHost />
    </div>
  )
}

/** Handles the keys of a finding anywhere on its page. */
function usePageKeys(actions: DetailActions, mayDecide: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || receivesText(event.target)) return
    // In the rail and the top bar the finding does not have the focus.
    const { target } = event
    if (!(target instanceof Element) || (target !== document.body && !target.closest('main'))) return
    const action = actionOf(event, actions, mayDecide)
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

interface PageControlsProps {
  onWalk: (step: 1 | -1) => void
  onCopy: () => void
  onClose: () => void
}

/** The buttons of a finding on its page. */
function PageControls({ onWalk, onCopy, onClose }: PageControlsProps) {
  return (
    <>
      <PreviousNext onWalk={onWalk} />
      <span className="-mr-1.5 flex items-center">
        <IconButton icon="link" label={text.copyLink} hint={`${text.copyLink} · C`} onClick={onCopy} />
        <IconButton icon="close" label={text.back} hint={`${text.back} · Esc`} onClick={onClose} />
      </span>
    </>
  )
}
