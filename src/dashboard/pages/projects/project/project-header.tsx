import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { refsOptions } from '#api/projects/projects.ts'
import type { Project } from '#contract/responses/projects.ts'
import { Link } from '#features/link.tsx'
import { ExportOutcome } from '#features/sbom/exports/export-outcome.tsx'
import { ScanStatus } from '#features/scan-status.tsx'
import { TagEditor } from '#features/tags/tag-editor.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { Time } from '#ui/text/time.tsx'
import { WebLink } from '#ui/text/web-link.tsx'
import { labels } from '../labels.ts'

const ExportDialog = lazyDialog(() =>
  import('#features/sbom/export-dialog.tsx').then((module) => module.ExportDialog),
)

interface ProjectHeaderProps {
  deployment: string
  project: Project
  now: Date
  /** Why this person may not change tags or export an SBOM. */
  reasons: { tags: string | undefined; sbom: string | undefined }
}

/** The name of a project, its repository, its last scan, its tags, and its SBOM export. */
export function ProjectHeader({ deployment, project, now, reasons }: ProjectHeaderProps) {
  const { name } = project
  const [exporting, setExporting] = useState(false)
  return (
    <header className="grid gap-3 pt-3 pb-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-xl font-semibold wrap-anywhere">
          {name}
          <CopyButton text={name} what={labels.project.copyName} className="ml-1 align-middle" />
        </h1>
        <span className="ml-auto flex items-center gap-2">
          <Button icon="download" disabledReason={reasons.sbom} onClick={() => setExporting(true)}>
            {labels.project.exportSbom}
          </Button>
        </span>
      </div>
      <div className="empty:hidden">
        <ExportOutcome deployment={deployment} repositoryId={String(project.id)} />
      </div>
      {exporting && (
        <Suspense>
          <ExportDialog
            deployment={deployment}
            subject={{ id: project.id, name }}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
      <ProjectFacts {...{ deployment, project, now }} />
      <TagEditor
        deployment={deployment}
        project={{ name, tags: project.tags ?? [] }}
        disabledReason={reasons.tags}
      />
    </header>
  )
}

/** The last scan of a project, its primary branch, and its repository. */
function ProjectFacts({ deployment, project, now }: Omit<ProjectHeaderProps, 'reasons'>) {
  const { url, latest_scan: scan, latest_scan_at: at, primary_branch: branch } = project
  const { data: refs = [] } = useQuery(refsOptions(deployment, project.id))
  const shown = refs.find(({ primary }) => primary)?.name
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-2">
      {at ? (
        <span className="inline-flex items-center gap-2">
          {scan && <ScanStatus value={scan.status} />}
          {scan ? (
            <Link to={settingsPaths.scan(deployment, scan.id)} className="text-accent hover:underline">
              {labels.project.lastScan} <Time value={at} now={now} />
            </Link>
          ) : (
            <span>
              {labels.project.lastScan} <Time value={at} now={now} />
            </span>
          )}
        </span>
      ) : (
        <span>{labels.project.neverScanned}</span>
      )}
      <span className="min-w-0 wrap-anywhere">
        {branch ? (
          <>
            {labels.project.primaryBranch} <bdi>{refLabel(branch)}</bdi>
            {shown !== undefined && shown !== branch && `, ${labels.project.notScannedYet(refLabel(shown))}`}
          </>
        ) : (
          labels.project.noPrimaryBranch
        )}
      </span>
      {url && <WebLink href={url}>{url}</WebLink>}
    </p>
  )
}
