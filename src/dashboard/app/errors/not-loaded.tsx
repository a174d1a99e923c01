import { frameLabels } from '../labels.ts'

const labels = frameLabels.notLoaded

/** Shown if even the code of the error page failed to load. */
export function NotLoaded() {
  return (
    <p role="alert" className="border-b border-line px-4 py-3 text-center">
      {labels.detail}{' '}
      <button type="button" className="text-accent underline" onClick={() => location.reload()}>
        {labels.action}
      </button>
    </p>
  )
}
