/** What is said where even the code for saying more could not be loaded. */
export function NotLoaded() {
  return (
    <p role="alert" className="border-b border-line px-4 py-3 text-center">
      This page could not be loaded as a whole: the service does not answer, or a newer version is running.{' '}
      <button type="button" className="text-accent underline" onClick={() => location.reload()}>
        Load it again
      </button>
    </p>
  )
}
