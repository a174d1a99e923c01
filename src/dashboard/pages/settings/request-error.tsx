import { explain } from '#api/http/errors.ts'
import { RequestId } from '#ui/status/error-state.tsx'

/** The error of a rejected request, in a dialog. */
export function RequestError({ error }: { error: Error | null }) {
  if (!error) return null
  const { title, detail, requestId } = explain(error)
  return (
    <p role="alert" className="wrap-anywhere text-danger">
      {title}. {detail}
      {requestId && <RequestId id={requestId} />}
    </p>
  )
}
