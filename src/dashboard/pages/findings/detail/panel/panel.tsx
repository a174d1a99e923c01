import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Finding } from '#api/dialects/dialects.ts'
import { useNamedPanel } from '#features/page-name.ts'
import type { Decision } from '#features/triage/saving/decision.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { receivesText } from '#ui/keys/receives-text.ts'
import { announce } from '#ui/live-region.tsx'
import { loadMarkdown } from '#ui/markdown/markdown-text.tsx'
import { copyLink } from '../copy-link.ts'
import { titleOf } from '../detail-finding.ts'
import { HeadSkeleton } from '../detail-skeleton.tsx'
import { DetailBody } from '../detail-states.tsx'
import { FindingHeader } from '../finding-header.tsx'
import { findingName, text } from '../labels.ts'
import { SectionLevel } from '../section.tsx'
import { type Triaging, useTriage } from '../triage/use-triage.ts'
import { type FindingState, useFinding } from '../use-finding.ts'
import { actionOf, type DetailActions, findingActions } from './detail-keys.ts'
import { PreviousNext } from './previous-next.tsx'
import { Resizer, usePanelWidth } from './resizer.tsx'
import { useCoverPage, useIsFullWidth } from './use-full-width.ts'
import { useHeaderRendered } from './use-header-rendered.ts'
import { fromList, pageOf } from './use-neighbors.ts'
import { useRestoreFocus } from './use-restore-focus.ts'
import { useScrollKeys } from './use-scroll-keys.ts'

// Every finding has a message, so the Markdown renderer is loaded with the panel.
loadMarkdown()

interface FindingPanelProps {
  deployment: string
  type: PageType
  id: string
  /** The finding's list row, shown until the detail loads. */
  row: Finding | undefined
  /** The position in the list: "2 of 364". */
  position: string | undefined
  /** Rows of the list are selected, so the triage keys apply to them. */
  selecting?: boolean | undefined
  onClose: () => void
  /** Goes to the next (1) or the previous (-1) finding of the list. */
  onWalk: (step: 1 | -1) => void
  /** Called when a triage is shown, before the service has responded. */
  onTriaged?: ((id: number, decision: Decision) => void) | undefined
}

/** A finding next to its list, or a sheet over the list in a narrow window. */
export function FindingPanel(props: FindingPanelProps) {
  const { deployment, type, id, row, position, selecting, onClose, onWalk, onTriaged } = props
  const navigate = useNavigate()
  const { search } = useLocation()
  const panel = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  useScrollKeys(scroller)
  const state = useFinding(deployment, type, id, row)
  const { finding } = state
  const triaging = useTriage({ deployment, type, finding, onTriaged })
  const isFullWidth = useIsFullWidth()
  useRestoreFocus(() => panel.current, triaging.isReasonFormOpen)
  useNamedPanel(finding && titleOf(finding))
  useAnnouncePosition(panel, finding && titleOf(finding), position)

  const expand = () => void navigate(pageOf(deployment, type, id, search), fromList)
  const copy = () => void copyLink(deployment, type, id)
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || receivesText(event.target)) return
    const actions: DetailActions = {
      // While rows are selected, these keys belong to the list, which receives keys that are not handled here.
      ...(selecting && !isFullWidth
        ? {}
        : { ...findingActions({ deployment, type, finding, triaging }), close: onClose }),
      next: () => onWalk(1),
      previous: () => onWalk(-1),
      openPage: expand,
      copyLink: copy,
    }
    const action = actionOf(event, actions, finding !== undefined && !triaging.disabledReason)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }

  const controls = <PanelControls {...{ position, onWalk, onClose }} onCopy={copy} onExpand={expand} />
  return (
    <>
      <PanelFrame panel={panel} id={id} isFullWidth={isFullWidth} onKeyDown={press}>
        <PanelHead state={state} triaging={triaging} controls={controls} />
        <div
          key={id}
          ref={scroller}
          className="@container scroll-area min-h-0 flex-1 bg-surface-1 px-4 sm:px-5 [@media(height<600px)]:flex-none [@media(height<600px)]:overflow-visible"
        >
          <SectionLevel level={3}>
            <DetailBody state={state} id={id} deployment={deployment} type={type} triaging={triaging} />
          </SectionLevel>
        </div>
      </PanelFrame>
      {triaging.dialog}
    </>
  )
}

interface PanelFrameProps {
  panel: RefObject<HTMLElement | null>
  id: string
  isFullWidth: boolean
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}

/** The frame of the panel: next to the list at the chosen width, or over the window. */
function PanelFrame({ panel, id, isFullWidth, onKeyDown, children }: PanelFrameProps) {
  const { width, widest, resize } = usePanelWidth()
  // Rendered over the list first; the list is laid out again after the first paint, because that takes as long as the
  // detail.
  const isBeside = useHeaderRendered()
  useCoverPage(panel, isFullWidth)
  return (
    <aside
      ref={panel}
      aria-label={findingName(id)}
      data-finding=""
      tabIndex={-1}
      onKeyDown={onKeyDown}
      style={isFullWidth ? undefined : { width }}
      className={classes(
        'flex min-h-0 flex-col border-line bg-surface-1 outline-none [@media(height<600px)]:overflow-y-auto',
        isFullWidth ? 'fixed inset-0 z-30' : 'shrink-0 border-l',
        !isFullWidth && (isBeside ? 'relative' : 'absolute inset-y-0 right-0 z-20'),
      )}
    >
      {!isFullWidth && <Resizer width={width} widest={widest} onResize={resize} />}
      {children}
    </aside>
  )
}

interface PanelHeadProps {
  state: FindingState
  triaging: Triaging
  controls: ReactNode
}

/** The header above the scrolling part. */
function PanelHead({ state, triaging, controls }: PanelHeadProps) {
  const { finding } = state
  return (
    <div className="@container relative max-h-[70%] shrink-0 overflow-y-auto border-b border-line px-4 pt-2.5 pb-3 sm:px-5 [@media(height<600px)]:max-h-none">
      {finding ? (
        <FindingHeader finding={finding} level={2} triaging={triaging} now={state.now} end={controls} />
      ) : (
        <div className="relative">
          {state.loading ? <HeadSkeleton level={2} /> : <div className="h-8" />}
          <div className="absolute inset-x-0 top-0 flex h-8 items-center justify-end gap-3">{controls}</div>
        </div>
      )}
    </div>
  )
}

interface PanelControlsProps extends Pick<FindingPanelProps, 'position' | 'onWalk' | 'onClose'> {
  onCopy: () => void
  onExpand: () => void
}

/** The buttons of a finding that is next to its list. */
function PanelControls({ position, onWalk, onClose, onCopy, onExpand }: PanelControlsProps) {
  return (
    <>
      <PreviousNext position={position} onWalk={onWalk} />
      <span className="-mr-1.5 flex items-center">
        <IconButton icon="link" label={text.copyLink} hint={`${text.copyLink} · C`} onClick={onCopy} />
        <IconButton
          icon="expand"
          label={text.openPage}
          hint={`${text.openPage} · Shift Enter`}
          onClick={onExpand}
        />
        <IconButton icon="close" label={text.close} hint={`${text.close} · Esc`} onClick={onClose} />
      </span>
    </>
  )
}

/** Announces the current finding when the person steps to it from within the panel. */
function useAnnouncePosition(
  panel: RefObject<HTMLElement | null>,
  title: string | undefined,
  position: string | undefined,
) {
  const announcement = title && [position, title].filter(Boolean).join(': ')
  const lastAnnouncement = useRef(announcement)
  useEffect(() => {
    if (announcement === undefined || announcement === lastAnnouncement.current) return
    lastAnnouncement.current = announcement
    if (panel.current?.contains(document.activeElement)) announce(announcement)
  }, [panel, announcement])
}
