import { explain } from '#api/http/errors.ts'
import { labels } from './labels.ts'

/** The error of a rejected request, in a dialog. */
export function RequestError({ error }: { error: Error | null }) {
  if (!error) return null
  const { title, detail, requestId } = explain(error)
  return (
    <p role="alert" className="wrap-anywhere text-danger">
      {title}. {detail}
      {requestId && (
        <span className="block text-xs text-3">
          {labels.request} {requestId}
        </span>
      )}
    </p>
  )
}
