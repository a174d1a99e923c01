import { useMutation, useQuery } from '@tanstack/react-query'
import { approvalPreviewOptions } from '#api/approvals.ts'
import { updateSettingsOptions } from '#api/settings.ts'
import type { ApprovalPreview } from '#contract/responses/approvals.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Link } from '#features/link.tsx'
import { plural } from '#lib/text/format.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'
import { RequestError } from '../request-error.tsx'
import { administratorsOnly } from '../section-props.ts'
import { SettingPanel } from '../setting-panel.tsx'

interface ApprovalPanelProps {
  deployment: string
  administrator: boolean
}

const text = labels.approval

/** Whether ignoring critical and high findings needs a second person, with what turning it on means. */
export function ApprovalPanel({ deployment, administrator }: ApprovalPanelProps) {
  const { title, about, unsupported, failed } = text
  return (
    <SettingPanel
      {...{ deployment, title, unsupported, failed }}
      read={({ requireApproval }) => requireApproval ?? undefined}
      description={about}
      lines={1}
    >
      {(required) => <ApprovalForm {...{ deployment, administrator, required }} />}
    </SettingPanel>
  )
}

function ApprovalForm({ deployment, administrator, required }: ApprovalPanelProps & { required: boolean }) {
  const { mutate, isPending, error } = useMutation(updateSettingsOptions(deployment))
  const preview = useQuery({ ...approvalPreviewOptions(deployment), enabled: administrator })
  const nobody = !required && preview.data?.approvers === 0
  const change = () => {
    const onSuccess = () =>
      toast({ title: required ? text.turnedOff : text.turnedOn, tone: 'ok', slot: 'settings' })
    mutate({ requireApproval: !required }, { onSuccess })
  }
  return (
    <div className="space-y-3">
      <p>
        <span className="font-medium">{required ? text.isRequired : text.isNotRequired}</span>{' '}
        <Link to={settingsPaths.approvals(deployment)} className="text-accent underline underline-offset-2">
          {text.toRequests}
        </Link>
      </p>
      {preview.data && <Preview preview={preview.data} required={required} />}
      {preview.error && (
        <ErrorPanel
          error={preview.error}
          title={text.previewFailed}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
          className="py-4"
        />
      )}
      {error && <RequestError error={error} />}
      <div className="flex justify-end">
        <Button
          variant={required ? 'default' : 'primary'}
          loading={isPending}
          disabledReason={administrator ? (nobody ? text.nobody : undefined) : administratorsOnly}
          onClick={change}
        >
          {required ? text.turnOff : text.turnOn}
        </Button>
      </div>
    </div>
  )
}

/** Who could approve, and what is ignored without an approval. */
function Preview({ preview, required }: { preview: ApprovalPreview; required: boolean }) {
  const { ignored, approvers } = preview
  const sums = [ignored.sast, ignored.sca, ignored.secrets]
  const [critical, high] = [
    sums.reduce((sum, one) => sum + one.critical, 0),
    sums.reduce((sum, one) => sum + one.high, 0),
  ]
  return (
    <ul className="list-disc space-y-1 pl-5 text-2">
      <li>{approvers === 0 ? text.nobody : text.approvers(plural(approvers, 'person', 'people'))}</li>
      <li>
        {critical + high === 0
          ? text.nothingIgnored
          : text.ignored(plural(critical, 'critical finding'), plural(high, 'high finding'), required)}
      </li>
    </ul>
  )
}
